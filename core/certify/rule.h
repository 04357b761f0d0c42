// One thing that the business needs of an answer, or of the request that reached the wire.
#pragma once

#include "core/base/result.h"
#include "core/certify/pattern.h"
#include "core/certify/pointer.h"
#include "core/certify/value.h"

#include <QByteArray>
#include <QList>
#include <QSet>
#include <QString>
#include <optional>

namespace oncedesk::certify {

// A pointer as a rule writes it: "/items/*/id", or "params:/items/*/id" for the params of the case.
struct Place
{
    QString text;
    bool inParams = false;
    Pointer pointer;
};

struct Rule
{
    enum class Predicate { equals, oneOf, matches, between, sumTo, idsIn, sameAs, onlyKeys, present };

    QByteArray header; // of the request; when empty, `at` says where to look
    Place at;
    Predicate predicate = Predicate::present;
    QString because; // why the business needs it; may be empty

    QByteArray asked;        // exact JSON text of what the predicate was given, for screens and sentences
    QSet<QByteArray> wanted; // canonical, of equals and one_of
    std::optional<Pattern> pattern;
    Decimal least, most;   // of between
    Place other;           // of sum_to, ids_in and same_as
    QSet<QByteArray> keys; // of only_keys
    bool present = true;   // of present
};

// What looks for it: rules on answers, or on requests, which may name a header.
enum class RuleSubject { answer, wire };

// Error kind: invalid; `path` names the rule in sentences.
[[nodiscard]] Result<Rule> readRule(const Value &value, const QString &path, RuleSubject subject);

} // namespace oncedesk::certify
