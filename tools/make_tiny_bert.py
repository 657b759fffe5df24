#!/usr/bin/env python3
"""Writes tests/runtimes/tiny_bert: a random BERT of a few kilobytes, as safetensors and as ONNX.

    make_tiny_bert.py OUT    (needs torch, transformers, safetensors and onnx)

Both files hold the same weights, so both must give the same vectors; expected.txt holds those of
the token ids 2 5 6 3 and 2 7 3 by transformers, mean and length 1.
"""
import json
import pathlib
import sys

import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertModel

SIZES = dict(vocab_size=9, hidden_size=8, num_hidden_layers=2, num_attention_heads=2,
             intermediate_size=12, max_position_embeddings=16, type_vocab_size=2,
             layer_norm_eps=1e-12, hidden_act="gelu")
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "red", "fox", "tea", "##s"]


class TokenVectors(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.model(input_ids=input_ids, attention_mask=attention_mask,
                          token_type_ids=token_type_ids).last_hidden_state


def main(out):
    torch.manual_seed(20261201)
    model = BertModel(BertConfig(**SIZES, attn_implementation="eager"),
                      add_pooling_layer=False).eval()
    for name, parameter in model.named_parameters():  # unlike enough that a swap would show
        torch.nn.init.normal_(parameter, mean=float(name.endswith("Norm.weight")),
                              std=0.7 if parameter.dim() == 2 else 0.2)
    out.mkdir(parents=True, exist_ok=True)
    (out / "vocab.txt").write_text("\n".join(WORDS) + "\n")
    (out / "config.json").write_text(json.dumps({"model_type": "bert", **SIZES}, indent=1) + "\n")
    state = {k: v.contiguous() for k, v in model.state_dict().items() if "position_ids" not in k}
    save_file(state, out / "model.safetensors")
    rows = []
    for ids in ([2, 5, 6, 3], [2, 7, 3]):
        with torch.no_grad():
            mean = model(torch.tensor([ids])).last_hidden_state[0].mean(dim=0)
        rows.append(" ".join(f"{x:.6f}" for x in (mean / mean.norm()).tolist()))
    (out / "expected.txt").write_text("\n".join(rows) + "\n")
    names = ["input_ids", "attention_mask", "token_type_ids"]
    example = torch.ones(2, 4, dtype=torch.long)
    axes = {name: {0: "texts", 1: "tokens"} for name in names + ["last_hidden_state"]}
    torch.onnx.export(TokenVectors(model), (example, example, example * 0), str(out / "model.onnx"),
                      input_names=names, output_names=["last_hidden_state"], dynamic_axes=axes,
                      opset_version=14, dynamo=False)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
