/** Recipients as they are written in a field: separated by commas or lines. */
export const recipientNames = (text: string): readonly string[] =>
  text
    .split(/[,\n]/)
    .map(each => each.trim())
    .filter(each => each !== '');
