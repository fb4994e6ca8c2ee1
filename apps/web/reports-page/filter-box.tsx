import type { Preset } from '@tallyboard/jira/jql/presets.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { OutLink } from '@tallyboard/ui/issue/key-link.tsx';
import { useEffect, useRef, useState } from 'react';
import { toFailure } from '../engine/failure.ts';
import { useSession } from '../start/session.ts';
import type { JqlCheck } from '../start/site.ts';
import { CUSTOM_PRESET, checkPlaceholder, type Filter } from './page-filter.ts';

export interface FilterBoxProps {
  readonly presets: readonly Preset[];
  /** What is applied. */
  readonly filter: Filter;
  readonly jqlUrl: (jql: string) => string;
  readonly onApply: (filter: Filter) => void;
}

/** Chooses the issues of the custom page: a preset, or any query. Nothing is loaded before Apply or Enter. */
export function FilterBox({ presets, filter, jqlUrl, onApply }: FilterBoxProps) {
  const draft = useDraft(presets, filter, onApply);
  return (
    <form
      className="tb-filter"
      onSubmit={event => {
        event.preventDefault();
        void draft.apply();
      }}
    >
      <ChoiceField
        label="JQL preset"
        options={presets.map(({ id, name }) => ({ value: id as string, label: name }))}
        value={draft.preset}
        onChange={draft.choosePreset}
      />
      <TextField
        label="Customize JQL"
        value={draft.jql}
        onChange={draft.type}
        placeholder="Empty means all issues, which may take long to load"
        help={
          draft.jql.trim() === '' ? 'An empty query uses all issues and may load long.' : undefined
        }
        error={draft.problem && <Problem problem={draft.problem} jql={draft.jql} />}
      />
      <div className="tb-filter__actions">
        <Button type="submit" appearance="primary" busy={draft.checking}>
          Apply
        </Button>
        <OutLink url={jqlUrl(draft.jql.trim())}>View Filtered Issues</OutLink>
      </div>
    </form>
  );
}

/** What is being typed, and what the host says of it. Typing is never undone by an error. */
function useDraft(presets: readonly Preset[], filter: Filter, onApply: (filter: Filter) => void) {
  const { engine } = useSession();
  const [preset, setPreset] = useState(filter.preset);
  const [jql, setJql] = useState(filter.jql);
  const [problem, setProblem] = useState<JqlCheck | null>(null);
  const [checking, setChecking] = useState(false);
  const last = useRef<AbortController>(null);

  useEffect(() => {
    setPreset(filter.preset);
    setJql(filter.jql);
    setProblem(null);
  }, [filter.preset, filter.jql]);
  useEffect(() => () => last.current?.abort(), []);

  async function check(query: string): Promise<JqlCheck> {
    const placeholder = checkPlaceholder(query);
    if (placeholder) return placeholder;
    const controller = new AbortController();
    last.current?.abort();
    last.current = controller;
    setChecking(true);
    try {
      return await engine.checkJql({ jql: query }, { signal: controller.signal });
    } catch (error) {
      return { errors: toFailure(error).messages, at: null };
    } finally {
      setChecking(false);
    }
  }

  return {
    preset,
    jql,
    problem,
    checking,
    choosePreset(id: string) {
      setPreset(id);
      setProblem(null);
      const query = presets.find(each => each.id === id)?.jql;
      // The custom preset starts from the query that is there.
      if (query) setJql(query);
    },
    type(text: string) {
      setJql(text);
      setProblem(null);
      // A preset whose placeholder is being replaced stays chosen; any other query is the reader's own.
      const filling =
        checkPlaceholder(jql) !== null || presets.find(each => each.id === preset)?.choices.length;
      if (!filling) setPreset(presets.find(each => each.jql === text)?.id ?? CUSTOM_PRESET);
    },
    async apply() {
      const query = jql.trim();
      const checked = await check(query);
      if (checked.errors.length > 0) setProblem(checked);
      else onApply({ preset, jql: query });
    },
  };
}

/** The host's words, and the query with the place marked that they are about. */
function Problem({ problem, jql }: { readonly problem: JqlCheck; readonly jql: string }) {
  const { errors, at } = problem;
  const end = at === null ? 0 : wordEnd(jql, at);
  return (
    <>
      {errors.map(error => (
        <div key={error}>{error}</div>
      ))}
      {at !== null && (
        <code className="tb-filter__place">
          {jql.slice(0, at)}
          <mark>{jql.slice(at, end) || ' '}</mark>
          {jql.slice(end)}
        </code>
      )}
    </>
  );
}

/** Where the word at a place ends; a sign is a word of its own. */
function wordEnd(text: string, at: number): number {
  const word = /^(?:"[^"]*"?|'[^']*'?|\{[^}]*\}?|[\w.-]+)/.exec(text.slice(at));
  return at + (word?.[0].length ?? 1);
}
