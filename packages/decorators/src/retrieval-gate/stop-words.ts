/** English words that say nothing about what a tool does. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a about above after again all am an and any are as at be because been before being below between both but by can ' +
    'could d did do does doing don down during each few for from further had has have having he her here hers him his ' +
    'how i if in into is it its just ll m me more most my myself no nor not now of off on once only or other our ours ' +
    'out over own please re s same she should so some such t than that the their theirs them then there these they ' +
    'this those through to too under until up us ve very want was we were what when where which while who whom why ' +
    'will with would you your yours'
  ).split(' '),
);
