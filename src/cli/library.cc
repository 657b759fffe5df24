// What is in the library, and out of it again.
#include "cli/command.h"
#include "cli/pages.h"
#include "cli/values.h"
#include "cli/visible.h"
#include "engine/find.h"
#include "engine/remove.h"

namespace oi {

Result<int> run_list(Call& call) {
  const Engine engine = TRY(open_engine(call.settings, {}));
  std::vector<Listed> documents = TRY(engine.stores.store->list());
  if (!call.arguments.has("--all")) {
    std::erase_if(documents, [](const Listed& one) { return !one.live; });
  }
  put_value(call, "result", JsonObject{}.json("documents", list_to_json(documents)).str());
  if (call.arguments.format == Format::Text) {
    call.screen.out << list_page(documents, call.screen.out_look);
  }
  return kExitDone;
}

Result<int> run_info(Call& call) {
  const Engine engine = TRY(open_engine(call.settings, {}));
  const Listed document = TRY(find_document(engine, call.arguments.operands.front()));
  put_value(call, "result", to_json(document));
  if (call.arguments.format == Format::Text) {
    call.screen.out << info_page(document, call.screen.out_look);
  }
  return kExitDone;
}

Result<int> run_remove(Call& call) {
  Engine engine = TRY(open_engine(call.settings, {}));
  const std::vector<Listed> removed =
      TRY(remove_documents(engine, call.arguments.operands, Job{call.stop, {}}));
  put_value(call, "result", JsonObject{}.json("removed", list_to_json(removed)).str());
  if (call.arguments.format != Format::Text) return kExitDone;
  for (const Listed& one : removed) {
    call.screen.out << "removed " << visible(one.name) << ", " << counted(one.chunks, "passage")
                    << (one.live ? "" : ", an earlier version") << '\n';
  }
  put_note(call, "The files themselves were not touched.");
  return kExitDone;
}

Result<int> run_queue(Call& call) {
  const Engine engine = TRY(open_engine(call.settings, {}));
  const std::vector<Ticket> tickets = TRY(engine.stores.queue->list());
  put_value(call, "result", JsonObject{}.json("tickets", list_to_json(tickets)).str());
  if (call.arguments.format == Format::Text) {
    call.screen.out << queue_page(tickets, call.screen.out_look);
  }
  return kExitDone;
}

}  // namespace oi
