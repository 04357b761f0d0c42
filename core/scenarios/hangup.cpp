#include "core/scenarios/hangup.h"

#include "core/db/connection.h"

#include <array>
#include <libpq-fe.h>

namespace oncedesk::lab {

using namespace Qt::Literals::StringLiterals;

Result<Done> sendAndHangUp(const ConnectionSettings &settings, const NewJob &job)
{
    const auto connection = Connection::open(settings);
    if (!connection)
        return connection.error();
    const std::array<QByteArray, 7> texts{job.owner.toUtf8(),    job.key,    job.intent.toUtf8(),
                                          job.provider.toUtf8(), job.params, job.policy,
                                          job.client.toUtf8()};
    std::array<const char *, texts.size()> values{};
    std::ranges::transform(texts, values.begin(), [](const QByteArray &text) { return text.constData(); });
    const bool sent =
        PQsendQueryParams((*connection)->handle(), "SELECT oncedesk.submit_job($1, $2, $3, $4, $5, $6, $7)",
                          int(values.size()), nullptr, values.data(), nullptr, nullptr, 0) == 1;
    if (!sent || PQflush((*connection)->handle()) != 0)
        return Error{ErrorKind::disconnected, u"The request could not be sent whole."_s, {}};
    return Done{};
}

} // namespace oncedesk::lab
