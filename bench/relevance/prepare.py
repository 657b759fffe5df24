#!/usr/bin/env python3
"""Brings the labelled sets into one shape for dump_features.

    prepare.py EVAL_DATA OUT

writes OUT/<set>/corpus.jsonl ({"_id", "title", "text"}), queries.jsonl ({"_id", "text"}) and
gold.json: for each query the documents with their grade, or the byte ranges of them, that answer it.
"""
import csv
import json
import re
import sys
import xml.etree.ElementTree as tree
from pathlib import Path


def write(folder, corpus, queries, gold, measure):
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "corpus.jsonl", "w") as out:
        for name, title, text in corpus:
            out.write(json.dumps({"_id": name, "title": title, "text": text}, ensure_ascii=False) + "\n")
    with open(folder / "queries.jsonl", "w") as out:
        for name, text in queries:
            out.write(json.dumps({"_id": name, "text": text}, ensure_ascii=False) + "\n")
    (folder / "gold.json").write_text(json.dumps({"measure": measure, "gold": gold}))
    print(folder.name, len(corpus), "documents", len(queries), "questions")


def lines(path):
    return [json.loads(line) for line in open(path) if line.strip()]


def scifact(data, out):
    corpus = [(d["_id"], d["title"], d["text"]) for d in lines(data / "scifact/corpus.jsonl")]
    texts = {q["_id"]: q["text"] for q in lines(data / "scifact/queries.jsonl")}
    for split in ("train", "test"):
        gold = {}
        for row in csv.DictReader(open(data / f"scifact/qrels/{split}.tsv"), delimiter="\t"):
            if int(row["score"]) > 0:
                gold.setdefault(row["query-id"], {})[row["corpus-id"]] = int(row["score"])
        queries = [(q, texts[q]) for q in gold]
        write(out / f"scifact-{split}", corpus, queries, gold, "ndcg")


def cranfield(data, out):
    corpus = []
    broken = (data / "cranfield/cran.all.1400.xml").read_text()
    if not broken.lstrip().startswith("<?xml"):
        broken = "<xml>" + broken + "</xml>"
    for doc in re.findall(r"<doc>(.*?)</doc>", broken, re.S):
        def field(tag):
            found = re.search(rf"<{tag}>(.*?)</{tag}>", doc, re.S)
            text = found.group(1).strip() if found else ""
            return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        corpus.append((field("docno"), " ".join(field("title").split()), field("text")))
    topics = tree.parse(data / "cranfield/cran.qry.xml").getroot().findall("top")
    gold = {str(i + 1): {} for i in range(len(topics))}
    for line in open(data / "cranfield/cranqrel.trec.txt"):
        query, _, doc, grade = line.split()
        if int(grade) > 0:
            gold[query][doc] = 1
    queries = [(str(i + 1), " ".join(t.find("title").text.split())) for i, t in enumerate(topics)]
    write(out / "cranfield", corpus, queries, gold, "ndcg")


def spans(data, out):
    folder = data / "chunking_evaluation"
    corpus = [(f.name, "", f.read_text()) for f in sorted((folder / "corpora").glob("*.md"))]
    queries, gold = [], {}
    for case in lines(folder / "gold_bytes.jsonl"):
        name = str(case["id"])
        queries.append((name, case["question"]))
        gold[name] = [[case["file"], r["byte_start"], r["byte_end"]] for r in case["references"]]
    write(out / "spans", corpus, queries, gold, "bytes")


def qasper(data, out):
    folder = data / "qasper_mini"
    corpus = [(f.name, "", f.read_text()) for f in sorted((folder / "papers").glob("*.txt"))]
    queries, gold = [], {}
    for i, case in enumerate(lines(folder / "gold_bytes.jsonl")):
        queries.append((str(i), case["question"]))
        gold[str(i)] = [[case["file"], r["byte_start"], r["byte_end"]] for r in case["evidence"]]
    write(out / "qasper", corpus, queries, gold, "half")


def xquad(data, out):
    corpus, queries, gold = [], [], {}
    for article in json.load(open(data / "xquad/xquad.en.json"))["data"]:
        for paragraph in article["paragraphs"]:
            name = f"p{len(corpus)}"
            corpus.append((name, "", paragraph["context"]))
            for qa in paragraph["qas"]:
                queries.append((qa["id"], qa["question"]))
                gold[qa["id"]] = {name: 1}
    write(out / "xquad", corpus, queries, gold, "hit")


def clapnq(data, out):
    corpus, queries, gold, seen = [], [], {}, {}
    for kind in ("answerable", "unanswerable"):
        for case in lines(data / f"clapnq/{kind}.jsonl"):
            found = {}
            for passage in case["passages"]:
                key = (passage["title"], passage["text"])
                if key not in seen:
                    seen[key] = f"d{len(seen)}"
                    corpus.append((seen[key], passage["title"], passage["text"]))
                found[seen[key]] = 1
            queries.append((case["id"], case["input"]))
            gold[case["id"]] = found if kind == "answerable" else {}
    write(out / "clapnq", corpus, queries, gold, "abstain")


def main():
    data, out = Path(sys.argv[1]), Path(sys.argv[2])
    for make in (scifact, cranfield, spans, qasper, xquad, clapnq):
        make(data, out)


if __name__ == "__main__":
    main()
