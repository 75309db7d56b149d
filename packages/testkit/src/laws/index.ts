import type { Law } from '../law/law.js';
import { advertisedIsExecutable } from './advertised-is-executable.js';
import { approvalCoversLittle, approvedArgumentsRun, argumentsKeyed, workerStartsUnapproved } from './approvals.js';
import { capabilitiesGrow } from './capabilities-grow.js';
import { chainEqualsFold } from './chain-equals-fold.js';
import { changesToldOnce } from './changes-told-once.js';
import { compositeWorkers } from './composite-workers.js';
import { duplicatesAreStated, ownerAnswers } from './composites.js';
import { decisionsPassWhole, denyIsFinal, needsApprovalIsKept, verdictsTighten } from './decisions.js';
import { defaultsFailClosed } from './defaults.js';
import { deniedIsRefused } from './denied-is-refused.js';
import { failuresStay } from './failures-stay.js';
import { faultsFallShut } from './faults-fall-shut.js';
import { faultsStayFaults } from './faults-stay-faults.js';
import { forwardMembers } from './forward-members.js';
import { handedOutStays } from './handed-out-stays.js';
import { listenersByModel } from './listeners-by-model.js';
import { livedIsNew } from './lived-is-new.js';
import { oneDifferenceAnswered } from './one-difference-answered.js';
import { oneDifferenceApproved } from './one-difference-approved.js';
import { oneDifferenceOneKey, onlyReadsAreKept } from './one-difference-one-key.js';
import { advertisedIsOwned, prototypeNamesOrdinary, unknownNames } from './ownership.js';
import { nothingIsTouched } from './purity.js';
import { nothingCrosses } from './races.js';
import { recoveryIsInert, recoveryStaysWithin } from './recovery.js';
import { nothingPlantedComesBack, shapeIsKept } from './redaction.js';
import { rememberedWhole } from './remembered-whole.js';
import { silenceIsStrict } from './silence-is-strict.js';
import { specsNarrowed } from './specs-narrowed.js';
import { specsNoWeaker } from './specs-no-weaker.js';
import { specsStable } from './specs-stable.js';
import { streamEndsOnce, streamFlows, streamRevealsNoMore } from './streams.js';
import { namedExactly, taintAsks, untrustedIsLabelled } from './taint-gates.js';
import { taintRemovesEgress } from './taint-removes-egress.js';
import { togetherIsOneAfterAnother } from './together-is-one-after-another.js';
import { approvedIsRun } from './turn-arguments.js';
import { wholeBatch } from './turn-batch.js';
import { batchComplete } from './turn-complete.js';
import { callArrives, throughTheGate } from './turn-gate.js';
import { denyStays } from './turn-precedence.js';
import { taintStays } from './turn-provenance.js';
import { oneResult } from './turn-results.js';
import { singleUse } from './turn-single-use.js';
import { unknownFields } from './unknown-fields.js';
import { wholeCall } from './whole-call.js';
import { membersBound, membersComplete } from './whole-executor.js';
import { workerFailureRefuses } from './worker-failures.js';
import { workerIsItsOwn } from './worker-is-its-own.js';
import { workerRewrapped } from './worker-rewrapped.js';
import { shareInIsWhole, workerKindsPass, workersAreApart } from './workers.js';

/** Every law, in the order of the table. */
export const laws: readonly Law[] = [
  membersComplete,
  membersBound,
  defaultsFailClosed,
  unknownNames,
  faultsFallShut,
  ...forwardMembers,
  wholeCall,
  unknownFields,
  livedIsNew,
  handedOutStays,
  specsNarrowed,
  specsStable,
  changesToldOnce,
  listenersByModel,
  advertisedIsExecutable,
  specsNoWeaker,
  advertisedIsOwned,
  prototypeNamesOrdinary,
  capabilitiesGrow,
  taintRemovesEgress,
  verdictsTighten,
  decisionsPassWhole,
  denyIsFinal,
  needsApprovalIsKept,
  approvalCoversLittle,
  workerStartsUnapproved,
  argumentsKeyed,
  approvedArgumentsRun,
  taintAsks,
  namedExactly,
  untrustedIsLabelled,
  deniedIsRefused,
  oneDifferenceAnswered,
  oneDifferenceApproved,
  rememberedWhole,
  oneDifferenceOneKey,
  onlyReadsAreKept,
  nothingPlantedComesBack,
  shapeIsKept,
  streamRevealsNoMore,
  streamEndsOnce,
  streamFlows,
  recoveryIsInert,
  recoveryStaysWithin,
  workerKindsPass,
  workerRewrapped,
  workersAreApart,
  shareInIsWhole,
  workerFailureRefuses,
  workerIsItsOwn,
  failuresStay,
  faultsStayFaults,
  silenceIsStrict,
  ownerAnswers,
  duplicatesAreStated,
  compositeWorkers,
  chainEqualsFold,
  nothingIsTouched,
  nothingCrosses,
  togetherIsOneAfterAnother,
  wholeBatch,
  singleUse,
  oneResult,
  denyStays,
  taintStays,
  approvedIsRun,
  batchComplete,
  throughTheGate,
  callArrives,
];
