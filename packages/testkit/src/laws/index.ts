import type { Law } from '../law/law.js';
import { advertisedIsExecutable } from './advertised-is-executable.js';
import { capabilitiesGrow } from './capabilities-grow.js';
import { changesToldOnce } from './changes-told-once.js';
import { decisionsPassWhole, denyIsFinal, needsApprovalIsKept, verdictsTighten } from './decisions.js';
import { defaultsFailClosed } from './defaults.js';
import { failuresStay } from './failures-stay.js';
import { faultsFallShut } from './faults-fall-shut.js';
import { forwardMembers } from './forward-members.js';
import { advertisedIsOwned, prototypeNamesOrdinary, unknownNames } from './ownership.js';
import { specsNarrowed } from './specs-narrowed.js';
import { specsStable } from './specs-stable.js';
import { taintRemovesEgress } from './taint-removes-egress.js';
import { unknownFields } from './unknown-fields.js';
import { wholeCall } from './whole-call.js';
import { workerRewrapped } from './worker-rewrapped.js';

/** Every law, in the order of the table. */
export const laws: readonly Law[] = [
  defaultsFailClosed,
  unknownNames,
  faultsFallShut,
  ...forwardMembers,
  wholeCall,
  unknownFields,
  specsNarrowed,
  specsStable,
  changesToldOnce,
  advertisedIsExecutable,
  advertisedIsOwned,
  prototypeNamesOrdinary,
  capabilitiesGrow,
  taintRemovesEgress,
  verdictsTighten,
  decisionsPassWhole,
  denyIsFinal,
  needsApprovalIsKept,
  workerRewrapped,
  failuresStay,
];
