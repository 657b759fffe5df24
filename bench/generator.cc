// The local generator: opening, reading a prompt, writing, and the same prompt again. Threads are
// the argument; 0 is the default, as many as there are idle cores. Rates are by wall time, `cpu` by
// processor time of all threads, which other programs disturb less.
#include <benchmark/benchmark.h>

#include <ctime>

#include "runtimes/runtimes.h"

namespace oi {
namespace {

const std::filesystem::path kFile =
    OI_SETUP_MODELS "/SmolLM2-135M-Instruct/SmolLM2-135M-Instruct.Q4_1.gguf";

std::unique_ptr<Generator> open_with(int64_t threads) {
  return std::move(open_generator(kFile, {.threads = static_cast<unsigned>(threads)})).value();
}

// About 1,000 tokens; `first` makes prompts that share no beginning.
Prompt prompt_of(uint64_t first, uint32_t longest) {
  std::string text = std::to_string(first);
  for (int i = 0; i < 60; ++i) {
    text += " Pump " + std::to_string(i) + " moves " + std::to_string(7 * i) + " litres a minute.";
  }
  Prompt prompt;
  prompt.messages = {{"user", text + " Tell the story of the pumps."}};
  prompt.grammar = "root ::= [a-zA-Z ,.]+";  // goes on to the longest output
  prompt.longest_output = longest;
  prompt.temperature = 0;
  return prompt;
}

double processor_seconds() {
  timespec now = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void report(benchmark::State& state, double tokens, double processor) {
  state.counters["tokens"] = benchmark::Counter(tokens, benchmark::Counter::kIsRate);
  state.counters["cpu"] = tokens / processor;
}

void open_model(benchmark::State& state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(open_with(1));
}
BENCHMARK(open_model)->Unit(benchmark::kMillisecond)->UseRealTime();

void read_prompt(benchmark::State& state) {
  const auto model = open_with(state.range(0));
  uint64_t first = 0;
  double tokens = 0;
  const double begin = processor_seconds();
  for (auto _ : state)
    tokens += model->generate(prompt_of(++first, 1), {})->prompt_tokens;
  report(state, tokens, processor_seconds() - begin);
}
BENCHMARK(read_prompt)->Arg(1)->Arg(2)->Arg(0)->Iterations(2)->UseRealTime();

void write_text(benchmark::State& state) {
  const auto model = open_with(state.range(0));
  const Prompt prompt = prompt_of(1, 64);
  if (!model->generate(prompt, {}).ok()) state.SkipWithError("cannot generate");
  double tokens = 0;
  const double begin = processor_seconds();
  for (auto _ : state)
    tokens += model->generate(prompt, {})->output_tokens;
  report(state, tokens, processor_seconds() - begin);
}
BENCHMARK(write_text)->Arg(1)->Arg(2)->Arg(0)->Iterations(3)->UseRealTime();

// A second question over the same evidence: the time to the first word.
void read_kept_prompt(benchmark::State& state) {
  const auto model = open_with(1);
  const Prompt prompt = prompt_of(1, 1);
  if (!model->generate(prompt, {}).ok()) state.SkipWithError("cannot generate");
  for (auto _ : state)
    benchmark::DoNotOptimize(model->generate(prompt, {}));
}
BENCHMARK(read_kept_prompt)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace oi

BENCHMARK_MAIN();
