/** Control, format and private characters, which hide text from readers, and half characters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** A text of Jira in one line, without what readers do not see and without the end of the fence. */
export const cleanText = (text: string): string =>
  text
    .replace(HIDDEN, ' ')
    .replace(/\s+/g, ' ')
    .replace(/~{3,}|`{3,}/g, '~')
    .trim();
