// Where the JSON is in what a model wrote, when it was asked for JSON and nothing else.
#pragma once

#include <QByteArray>
#include <QString>

namespace oncedesk {

struct WrittenJson
{
    enum class Kind {
        alone,   // as it should be
        wrapped, // one whole object with something around it
        cutOff,  // it ends inside an object or array
        none,
    };
    Kind kind = Kind::none;
    QByteArray json; // of alone: its exact text
    QString around;  // of wrapped: what stands around it, for people
};

// `objectOnly`: a value that is no object does not count.
[[nodiscard]] WrittenJson findJson(const QString &content, bool objectOnly);

} // namespace oncedesk
