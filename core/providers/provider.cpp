#include "core/providers/provider.h"

#include "core/providers/chatprovider.h"
#include "core/providers/httpprovider.h"
#include "core/providers/simulatedprovider.h"

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

Result<std::unique_ptr<Provider>> makeProvider(const QString &kind, const QByteArray &settings)
{
    if (kind == u"simulated")
        return SimulatedProvider::make(settings);
    if (kind == u"http") {
        auto parsed = HttpSettings::parse(settings);
        if (!parsed)
            return parsed.error();
        return std::unique_ptr<Provider>(std::make_unique<HttpProvider>(std::move(parsed).value()));
    }
    if (kind == u"chat") {
        auto parsed = ChatSettings::parse(settings);
        if (!parsed)
            return parsed.error();
        return std::unique_ptr<Provider>(std::make_unique<ChatProvider>(std::move(parsed).value()));
    }
    return Error{ErrorKind::invalid,
                 u"There is no provider kind \"%1\"; use http, chat or simulated."_s.arg(kind.left(100)),
                 {}};
}

// Percent-encoded, for three reasons: the slash between owner and key then stands nowhere else, so that no
// two pairs give one text; no CR or LF can end the header; and HTTP, which strips blanks around a header's
// value, would else make " a" and "a" one key. Usual owners and keys come out as they are.
QByteArray outboundIdempotencyKey(const QString &owner, const QByteArray &key)
{
    const QByteArray readable = ":@+";
    return owner.toUtf8().toPercentEncoding(readable) + "/" + key.toPercentEncoding(readable);
}

} // namespace oncedesk
