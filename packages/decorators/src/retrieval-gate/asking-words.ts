import { textTerms } from './text-terms.js';

let asking: ReadonlySet<string> | undefined;

const words =
  'please help need want looking look curious know tell give show let could like interested provide recommend suggest ' +
  'information info detail details find get make sure check able try trying assist assistance interested wondering ' +
  'wonder would should thing things way ways anything something someone see use using used also new good best great lot ' +
  'some many much various different specific particular any related based currently today now want share explain kind ' +
  'type types thanks thank hello hi hey guide understand learn think going go come keep take put set start work working ' +
  'available possible current recent latest following including include provided given necessary important ensure ' +
  'regarding';

/** Whether a term belongs to how people ask rather than to what they ask for. It counts less in a query, not in a spec. */
export const isAsking = (term: string): boolean => {
  asking ??= new Set(textTerms(words));
  return asking.has(term);
};
