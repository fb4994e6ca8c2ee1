import type { Codec } from './codec.ts';

/** Names, stored with commas between them; a list is read too. */
export const nameList = (text: string): Codec<readonly string[]> => ({
  parse: parseNames,
  format: namesText,
  shape: { kind: 'other', text },
});

/** Escapes commas within names. */
function namesText(names: readonly string[]): string {
  return names.map(name => name.replaceAll(/[\\,]/g, '\\$&')).join(',');
}

function parseNames(raw: unknown): readonly string[] | undefined {
  const parts = typeof raw === 'string' ? (raw.match(/(?:\\.|[^,\\])+/g) ?? []) : raw;
  if (!Array.isArray(parts)) return undefined;
  const names = parts
    .filter((part): part is string => typeof part === 'string')
    .map(part => part.replaceAll(/\\(.)/g, '$1').trim());
  return [...new Set(names.filter(name => name !== ''))];
}
