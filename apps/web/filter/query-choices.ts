import type { MadeChoices } from '@tallyboard/engine/gadgets/filter.ts';
import type { Preset } from '@tallyboard/jira/jql/presets.ts';

/** The choices in a query of a preset, for settings that were stored without them. */
export function choicesInQuery({ jql: template, choices }: Preset, jql: string): MadeChoices {
  const parts = template
    .split(/\{replace with [^}]*\}/)
    .map(text => text.replace(/[^\w\s]/g, String.raw`\$&`));
  const [, ...values] = new RegExp(`^${parts.join('(.+?)')}$`, 'i').exec(jql.trim()) ?? [];
  return Object.fromEntries(
    choices.flatMap((kind, at) => {
      const insert = values[at]?.replace(/^"(.*)"$/, '$1');
      if (insert === undefined || insert.startsWith('{')) return [];
      // Of a board the query has the filter alone.
      const made =
        kind === 'board'
          ? { value: '', label: `Board of filter ${insert}`, insert }
          : { value: insert, label: insert, insert };
      return [[kind, made]];
    }),
  );
}
