// The stories themselves; scenario.cpp lists them.
#pragma once

namespace oncedesk::lab {

class Stage;

namespace stories {

// clicks.cpp
void doubleClick(Stage &stage);
void mismatchedPayload(Stage &stage);
void twoOwners(Stage &stage);
void lostAnswer(Stage &stage);

// doubts.cpp
void timeout(Stage &stage);
void cancelAndRestart(Stage &stage);
void deadWorker(Stage &stage);
void lateAnswer(Stage &stage);

// races.cpp
void hedging(Stage &stage);
void failover(Stage &stage);
void twoWorkers(Stage &stage);

} // namespace stories
} // namespace oncedesk::lab
