/** A refusal of Jira as a sentence; its words may name anything of the site. */
export const refusalSentence = (status: number, words: string): string =>
  `Jira answered with status ${status}${words ? ` (${words.replace(/\.$/, '')})` : ''}.`;

const REFUSAL = /(Jira answered with status \d+) \(.*\)(?=\.)/s;

/** A sentence that ends with a refusal, without Jira's words. */
export const withoutJirasWords = (text: string): string => text.replace(REFUSAL, '$1');
