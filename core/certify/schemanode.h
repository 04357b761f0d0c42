// One schema as it was read: only what it asks. Other schemas are indices into the same list, -1 for none.
#pragma once

#include "core/certify/decimal.h"
#include "core/certify/pattern.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QSet>
#include <QString>
#include <optional>
#include <utility>
#include <vector>

namespace oncedesk::certify {

enum class Format { none, date, time, dateTime, uuid };

struct SchemaNode
{
    QString path;         // where it stands, for sentences
    bool refused = false; // the schema `false`
    int ref = -1;

    // Of any value
    quint32 types = 0; // bits of 1 << TypeBit; 0: any
    enum TypeBit { null, boolean, number, string, array, object, integer };
    std::optional<QSet<QByteArray>> allowed; // canonical texts, of enum
    QString allowedShown;
    std::optional<QByteArray> constant; // canonical text, of const
    QString constantShown;

    // Of numbers
    std::optional<Decimal> minimum, maximum, above, below, multipleOf;

    // Of texts, in characters
    std::optional<qint64> minLength, maxLength;
    std::optional<Pattern> pattern;
    Format format = Format::none;

    // Of lists
    std::optional<qint64> minItems, maxItems;
    bool unique = false;
    std::vector<int> itemList;
    int items = -1; // of each one, or of those behind the list
    int contains = -1;

    // Of objects
    std::optional<qint64> minProperties, maxProperties;
    QList<QByteArray> required;
    QHash<QByteArray, int> properties;
    std::vector<std::pair<Pattern, int>> patternProperties;
    int additionalProperties = -1;
    int propertyNames = -1;
    std::vector<std::pair<QByteArray, QList<QByteArray>>> dependentKeys;
    std::vector<std::pair<QByteArray, int>> dependentSchemas;

    // Of the same value
    std::vector<int> allOf, anyOf, oneOf;
    int no = -1; // not
    int condition = -1, then = -1, otherwise = -1;
};

} // namespace oncedesk::certify
