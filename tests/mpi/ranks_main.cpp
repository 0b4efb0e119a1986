// SPDX-License-Identifier: GPL-3.0-or-later
//
// One process of a run under mpirun: does what a communicator has to do, or makes one of the faults of the conformance
// test. "test-mpi-ranks THREADS [FAULT] [TIMEOUT_MS]"; ends as ewald-cli does: one line on stderr, one exit code.
#include "base/error.h"
#include "compute/communication/process_launch.h"
#include "compute/communicator_conformance.h"

#include <cstdio>
#include <cstdlib>
#include <map>

namespace {

using namespace ewald;

int run(compute::ProcessGroup& group, int threads, const std::string& what, std::chrono::milliseconds timeout) {
    using Body = void (*)(compute::Communicator&);
    const std::map<std::string, Body> bodies{
        {"everything", compute::conformance::everything},
        {"throws", compute::conformance::throws},
        {"stays-away", compute::conformance::staysAway},
        {"other-length", compute::conformance::reducesAnotherLength},
        {"other-length-of-many", compute::conformance::reducesAnotherLengthOfMany},
        {"other-broadcast", compute::conformance::broadcastsAnotherLength},
        {"not-sent", compute::conformance::waitsForAMessageThatIsNotSent},
        {"other-size", compute::conformance::sendsAnotherSize},
    };
    if (what == "everything") compute::conformance::everything(group.everyProcess());
    compute::runRanks(group.makeCommunicators(threads, timeout), bodies.at(what));
    if (group.isFirst() && !testing::Test::HasFailure())
        std::printf("%s: %d processes did %s\n", group.name().c_str(), group.processes(), what.c_str());
    return testing::Test::HasFailure() ? 1 : 0;
}

} // namespace

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (argc < 2) return 2;
    const auto group = ewald::compute::joinProcessGroup();
    int code = 0;
    try {
        code = run(*group, std::atoi(argv[1]), argc > 2 ? argv[2] : "everything",
                   std::chrono::milliseconds(argc > 3 ? std::atoi(argv[3]) : 30000));
    } catch (...) {
        group->fail(ewald::currentError());
    }
    const auto exitState = group->leave(code);
    if (exitState.error && exitState.reports) std::fprintf(stderr, "error: %s\n", exitState.error->what());
    group->close(exitState);
    return exitState.exitCode;
}
