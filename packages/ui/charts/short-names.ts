/** Splits the words that all names begin with off: 'WEB Sprint' and '9', '10'. Leaves no name empty. */
export function shortNames(names: readonly string[]): {
  readonly prefix: string;
  readonly names: readonly string[];
} {
  const words = names.map(name => name.split(' '));
  const [first = []] = words;
  const isShared = (word: string, at: number) =>
    words.every(each => each[at] === word && each.length > at + 1);
  const end = first.findIndex((word, at) => !isShared(word, at));
  if (names.length < 2 || end <= 0) return { prefix: '', names };
  return {
    prefix: first.slice(0, end).join(' '),
    names: words.map(each => each.slice(end).join(' ')),
  };
}
