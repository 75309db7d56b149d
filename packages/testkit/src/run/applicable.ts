import type { Law, Need } from '../law/law.js';
import type { Subject } from '../subject/subject.js';

const kindsOf = (subject: Subject, member: string): readonly (string | undefined)[] => {
  const kind = (touches: object): string | undefined => new Map<string, string>(Object.entries(touches)).get(member);
  if (subject.kind === 'executor' || subject.kind === 'caller') return [];
  return subject.kind === 'chain' ? subject.layers.map((item) => kind(item.touches)) : [kind(subject.touches)];
};

const offers = (subject: Subject, hook: string): boolean => {
  if (hook === 'remember') return subject.kind === 'wrapper' && subject.remembers;
  if (hook === 'say') return subject.kind === 'wrapper' && subject.hears;
  return Reflect.get(subject, hook) !== undefined;
};

const unmet = (subject: Subject, need: Need): string | undefined => {
  if (need.kind === 'hook') return offers(subject, need.hook) ? undefined : `it offers no \`${need.hook}\``;
  const kinds = kindsOf(subject, need.member);
  if (need.kind === 'untouched') {
    return kinds.includes(undefined) ? undefined : `it touches \`${need.member}\` (${kinds.join(', ')})`;
  }
  const met = kinds.some((kind) => kind !== undefined && (need.as === undefined || need.as.includes(kind)));
  return met
    ? undefined
    : `it does not touch \`${need.member}\`${need.as === undefined ? '' : ` as ${need.as.join(' or ')}`}`;
};

/** Why a law does not concern a subject, as a phrase; `undefined` where it does. */
export const notApplicable = (law: Law, subject: Subject): string | undefined => {
  if (!law.subjects.includes(subject.kind)) return `it is about ${law.subjects.join(', ')}, not about ${subject.kind}`;
  for (const need of law.needs) {
    const reason = unmet(subject, need);
    if (reason !== undefined) return reason;
  }
  return undefined;
};
