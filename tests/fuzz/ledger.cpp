#include "tests/fuzz/ledger.h"

#include "core/db/database.h"
#include "tests/support/testdatabase.h"

#include <QCoreApplication>
#include <cstdlib>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// The plugin that connects needs an application object.
struct Place
{
    int argc = 0;
    QCoreApplication application{argc, nullptr};
    TestDatabase test;
    Database database{test.settings()};

    Place()
    {
        TestConnection sql = test.connect();
        if (!sql.exec("SELECT oncedesk.add_provider('inkjet', 'simulated')").ok() ||
            !sql.exec("SELECT oncedesk.add_provider('laser', 'simulated')").ok())
            std::abort();
    }
};

} // namespace

void submitForFuzzing(const NewJob &job)
{
    static auto *place = new Place; // to the end of the process
    const auto done = place->database
                          .run([&](Session &session) -> Result<Done> {
                              const auto submission = Ledger(session).submit(job);
                              if (!submission)
                                  return submission.error();
                              if (submission->outcome != Submission::Outcome::created || !submission->job)
                                  std::abort();
                              return Error{ErrorKind::lostRace, u"fuzzed"_s, {}}; // rolls it back
                          })
                          .takeResult();
    const bool wasCreated = done.error().sentence == u"fuzzed";
    if (!wasCreated && (done.error().kind != ErrorKind::invalid || done.error().sentence.isEmpty()))
        std::abort();
}

} // namespace oncedesk
