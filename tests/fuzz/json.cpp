// Strict JSON: what is accepted, jsonb and Qt accept too; what is refused is refused with a sentence.
#include "core/base/json.h"

#include <QJsonDocument>
#include <cstdlib>

using namespace oncedesk;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray text(reinterpret_cast<const char *>(data), qsizetype(size));
    const auto checked = json::checkObject(text);
    if (!checked && checked.error().sentence.isEmpty())
        std::abort();
    if (checked && (!json::fitsJsonb(text) || !QJsonDocument::fromJson(text).isObject()))
        std::abort();
    // Some pointer into it, made of its own first bytes.
    const auto part = json::member(text, QString::fromLatin1("/" + text.mid(2, 3)));
    if (part && !text.contains(*part))
        std::abort();
    if (json::fitsJsonb(text) && json::member(text, QString()) != text.trimmed())
        std::abort();
    return 0;
}
