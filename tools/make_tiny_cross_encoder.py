#!/usr/bin/env python3
"""Writes tests/runtimes/tiny_cross_encoder: a random BERT classifier and its reference logits.

    make_tiny_cross_encoder.py OUT    (needs torch, transformers and safetensors)

The weights are drawn from a fixed seed and rounded to float16, so that the file is small. The
reference is transformers' BertForSequenceClassification over BertTokenizer's pairs, each pair alone,
in float64, a pair over 512 tokens cut by the tokenizer in its second text only. pairs.tsv has a
line for each: the logit, the tokens of the pair, the question, the passage.
"""
import json
import pathlib
import random
import string
import sys

import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertForSequenceClassification, BertTokenizer

SEED = 20261201
LONGEST = 512
WORDS = """the a of in is was what when where how which pump bolt bolts flange torque oil river
train bridge copper mine water pressure valve tight replace seal every hours year city people
winter north measured between after before does not and or with from library question passage
answer""".split()
OTHERS = list("éαβγдежиль東京駅水ßø€°–“”")
SIZES = dict(hidden_size=64, num_hidden_layers=2, num_attention_heads=4, intermediate_size=128,
             max_position_embeddings=LONGEST, type_vocab_size=2, layer_norm_eps=1e-12,
             hidden_act="gelu")


def make_vocabulary():
    letters = string.ascii_lowercase + string.digits
    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokens += list(letters) + ["##" + c for c in letters] + list(".,;:!?()-'/%")
    tokens += OTHERS + ["##" + c for c in "αβγдежиль"] + WORDS + ["##s", "##ing", "##ed"]
    return list(dict.fromkeys(tokens))


def make_text(rng, words):
    return " ".join(rng.choice(WORDS) for _ in range(words))


def make_pairs():
    rng = random.Random(SEED)
    question = "How is the flange bolted?"
    long_question = make_text(rng, 120)
    return [
        (question, "The bolts of the flange are tightened to 45 Nm."),
        (question, "The river is in the north."),
        ("The river is in the north.", question),
        (question, ""),
        ("", "The river is in the north."),
        ("", ""),
        ("pump", "pump"),
        ("pump", make_text(rng, 40)),
        ("pump", make_text(rng, 200)),
        (question, make_text(rng, 480)),
        (question, make_text(rng, 501)),      # 511, 512 and 513 tokens: about the limit
        (question, make_text(rng, 502)),
        (question, make_text(rng, 503)),
        (question, make_text(rng, 900)),
        (question, "zyxwv " * 300),           # of many pieces a word, cut inside of one
        (long_question, make_text(rng, 12)),
        (long_question, make_text(rng, 600)),
        (make_text(rng, 508), make_text(rng, 5)),  # room for one token of the passage
        ("Où est la rivière à 20 °C ?", "L’été, l’eau monte – ça dépend."),
        ("東京駅 где жилье", "α β γδ — дежиль 東京 水 €5"),
        ("What is [SEP] in a question?", "A passage with [CLS] and [MASK] and \u2603 in it"),
        ("PUMP, Pump; pump!", "Café-Straße 12/7 (50 %)"),
    ]


def main(out):
    torch.manual_seed(SEED)
    vocabulary = make_vocabulary()
    out.mkdir(parents=True, exist_ok=True)
    (out / "vocab.txt").write_text("\n".join(vocabulary) + "\n")
    config = BertConfig(vocab_size=len(vocabulary), num_labels=1, **SIZES)
    model = BertForSequenceClassification(config).eval()
    for name, parameter in model.named_parameters():  # unlike enough that a swap would show
        torch.nn.init.normal_(parameter, mean=float(name.endswith("Norm.weight")),
                              std=0.3 if parameter.dim() == 2 else 0.2)
    model = model.half()
    (out / "config.json").write_text(json.dumps(
        {"architectures": ["BertForSequenceClassification"], "model_type": "bert",
         "id2label": {"0": "LABEL_0"}, "vocab_size": len(vocabulary), **SIZES}, indent=1) + "\n")
    state = {k: v.contiguous() for k, v in model.state_dict().items() if "position_ids" not in k}
    save_file(state, out / "model.safetensors")
    model = model.double()
    tokenizer = BertTokenizer(str(out / "vocab.txt"), do_lower_case=True)
    lines = []
    for question, passage in make_pairs():
        pair = tokenizer(question, passage, truncation="only_second", max_length=LONGEST,
                         return_tensors="pt")
        with torch.no_grad():
            logit = model(**pair).logits[0, 0].item()
        lines.append(f"{logit:.9f}\t{pair['input_ids'].shape[1]}\t{question}\t{passage}\n")
    (out / "pairs.tsv").write_text("".join(lines))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
