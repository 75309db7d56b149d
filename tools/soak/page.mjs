export const terminalText = (r) => JSON.stringify(r, null, 1) + '\n';
export const markdownPage = (r) => '';
