// Tickets (what is to be ingested) and receipts (what really completed, invariant 10).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "types/answer.h"
#include "types/question.h"

namespace oi {

// The fifteen stages of an ingest (ruling 5), in order of progress.
enum class Stage : uint8_t {
  Queued,
  Paused,
  Loading,
  Transcribing,
  Extracting,
  Chunking,
  Analyzing,
  Adapting,
  Reindexing,
  Embedding,
  Indexing,
  Storing,
  Complete,
  Cancelled,
  Failed
};
inline constexpr int kStages = 15;
const char* name_of(Stage stage);

// A durable request to ingest one file.
struct Ticket {
  int64_t id = 0;
  std::string path;
  Stage stage = Stage::Queued;
  int64_t lease_until = 0;             // seconds since 1970; 0: not held
  uint32_t attempt = 0;                // from 1 once leased
  std::string reason;                  // failed: a stable code name
  std::string what;                    // failed: one sentence
  std::vector<std::string> tags = {};  // for the document that comes of it
  bool operator==(const Ticket&) const = default;
};

enum class Target : uint8_t { Deterministic, OnDevice, Remote, Abstain };
const char* name_of(Target target);

// The thirteen reasons of the specification.
enum class Reason : uint8_t {
  ExactAnswerAvailable,
  PrivacyRequiredLocal,
  UserRequiredLocal,
  UserRequiredCloud,
  InsufficientEvidence,
  LocalContextFits,
  LocalContextExceeded,
  ComplexSynthesis,
  PccUnavailable,
  PccQuotaReached,
  ConsentUnavailable,
  NetworkUnavailable,
  Fallback
};
inline constexpr int kReasons = 13;
const char* name_of(Reason reason);

struct Plan {
  Target target = Target::Abstain;
  Reason reason = Reason::InsufficientEvidence;
  Target fallback = Target::Abstain;
  bool operator==(const Plan&) const = default;
};

struct UsedModel {
  std::string role, name, digest, device;
  bool operator==(const UsedModel&) const = default;
};
struct StageTime {
  std::string name;
  double ms = 0;
  bool operator==(const StageTime&) const = default;
};

struct Receipt {
  std::string id;
  Plan planned;
  Target completed = Target::Abstain;  // what actually answered
  Reason reason = Reason::InsufficientEvidence;
  ExecutionPath path = ExecutionPath::Standard;
  Mode mode = Mode::Standard;
  std::vector<UsedModel> models;
  std::vector<StageTime> stages;
  std::vector<Verdict> verdicts;
  std::vector<std::string> generative_calls;  // "draft"
  uint32_t prompt_tokens = 0;
  uint32_t generated_tokens = 0;
  uint64_t seed = 0;
  std::string library_version;  // changes with every commit
  uint32_t unread_files = 0;    // of the scope: failed or still queued
  bool operator==(const Receipt&) const = default;
};

// What ask() gives, for every outcome.
struct Answered {
  Question question;
  Profile profile;
  Queries queries;
  Answer answer;
  Receipt receipt;
  Trace trace;
  std::vector<LeftOut> left_out;
  bool operator==(const Answered&) const = default;
};

}  // namespace oi
