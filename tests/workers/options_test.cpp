#include "tests/support/refusednumbers.h"

TEST(TheOptionsOfTheDrills, AreRefusedInOneSentenceWhenTheyAreNoNumbers)
{
    auto lines = oncedesk::optionsThatAreNoNumbers();
    lines.append(QStringList{QStringLiteral("--attempts"), QStringLiteral("0.5")});
    lines.append(QStringList{QStringLiteral("--attempts"), QStringLiteral("-1")});
    oncedesk::expectRefusedInOneSentence(lines);
}
