#include "tests/support/refusednumbers.h"

TEST(TheOptionsOfADrill, AreRefusedInOneSentenceWhenTheyAreNoNumbers)
{
    oncedesk::expectRefusedInOneSentence(oncedesk::optionsThatAreNoNumbers());
}
