// How fast command lines are judged, how slow one can be made, and how well it is done beside others: by the policy, on
// the corpus, in a real repository on disk. Fails when a promise is missed. PEERS=off leaves out what needs the network,
// SEED=… tries other random lines.
import { comparePeers } from "./judge/peers.ts";
import { aPlace } from "./judge/place.ts";
import { measureThroughput } from "./judge/throughput.ts";
import { measureWorstCases } from "./judge/worst-cases.ts";

const place = aPlace();
try {
  const isFast = measureThroughput(place);
  const isBounded = measureWorstCases(place);
  const isRight = comparePeers(place);
  if (!isFast || !isBounded || !isRight) process.exitCode = 1;
} finally {
  place.leave();
}
