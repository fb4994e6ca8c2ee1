import type { JqlCheck } from '@tallyboard/jira/jql/error-place.ts';
import type { Preset } from '@tallyboard/jira/jql/presets.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { type JqlError, JqlField, type JqlFieldProps } from '@tallyboard/ui/controls/jql-field.tsx';
import { useMemo } from 'react';
import { useSession } from '../start/session.ts';
import { ChoiceSelect } from './choice-select.tsx';
import { createSuggest } from './jql-suggest.ts';
import type { FilterDraft } from './use-filter-draft.ts';

/** Preset, its choices, and the query. */
export function FilterFields(props: {
  readonly presets: readonly Preset[];
  readonly draft: FilterDraft;
}) {
  const { presets, draft } = props;
  const { filter, preset } = draft;
  return (
    <>
      <ChoiceField
        label="JQL preset"
        options={presets.map(({ id, name }) => ({ value: id as string, label: name }))}
        value={filter.preset}
        onChange={draft.choosePreset}
      />
      {preset && preset.choices.length > 0 && (
        <div className="tb-filter__choices">
          {preset.choices.map(kind => (
            <ChoiceSelect key={kind} kind={kind} choices={filter.choices} onChoose={draft.choose} />
          ))}
        </div>
      )}
      <QueryField
        label="Customize JQL"
        draft={draft}
        onApply={() => void draft.apply()}
        placeholder="Leave empty for all issues (slow)"
      />
    </>
  );
}

interface QueryFieldProps
  extends Pick<JqlFieldProps, 'label' | 'help' | 'placeholder' | 'onApply'> {
  readonly draft: FilterDraft;
}

/** The query of a draft, with suggestions and its error. */
export function QueryField({ draft, ...field }: QueryFieldProps) {
  const { engine } = useSession();
  const suggest = useMemo(() => createSuggest(engine), [engine]);
  const { problem, type } = draft;
  const { jql } = draft.filter;
  return (
    <JqlField
      {...field}
      value={jql}
      onChange={type}
      suggest={suggest}
      error={problem && jqlError(problem, jql)}
    />
  );
}

function jqlError({ errors, at }: JqlCheck, jql: string): JqlError {
  const message = errors.join(' ');
  return at === null ? { message } : { message, from: at, to: wordEnd(jql, at) };
}

/** The end of the word at a position; a placeholder is one word. */
function wordEnd(text: string, at: number): number {
  const word = /^(?:"[^"]*"?|'[^']*'?|\{[^}]*\}?|[\w.-]+)/.exec(text.slice(at));
  return at + (word?.[0].length ?? 1);
}
