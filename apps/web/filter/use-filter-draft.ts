import type { ChoiceOption, Engine } from '@tallyboard/engine/calls.ts';
import { toFailure } from '@tallyboard/engine/failure.ts';
import {
  CUSTOM_PRESET,
  checkPlaceholder,
  choicesFor,
  type Filter,
  queryOf,
  sameFilter,
  withChoice,
} from '@tallyboard/engine/gadgets/filter.ts';
import type { JqlCheck } from '@tallyboard/jira/jql/error-place.ts';
import type { Choice, Preset } from '@tallyboard/jira/jql/presets.ts';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../start/session.ts';

export type FilterDraft = ReturnType<typeof useFilterDraft>;

/** The filter being edited and its validation. Only a filter set from outside, such as by Back, replaces typed text. */
export function useFilterDraft(
  presets: readonly Preset[],
  applied: Filter,
  onApply: (filter: Filter) => void,
) {
  const { engine } = useSession();
  const [filter, setFilter] = useState(applied);
  const [seen, setSeen] = useState(applied);
  const [problem, setProblem] = useState<JqlCheck | null>(null);
  const [checking, setChecking] = useState(false);
  const last = useRef<AbortController>(null);
  const ours = useRef(applied);
  const newest = useRef(filter);

  const change = (next: Filter) => {
    newest.current = next;
    setFilter(next);
    setProblem(null);
  };
  if (!sameFilter(seen, applied)) {
    setSeen(applied);
    if (!sameFilter(ours.current, applied)) change(applied);
  }
  useEffect(() => () => last.current?.abort(), []);

  const presetOf = (id: string) => presets.find(each => each.id === id);

  async function insertOf(kind: Choice, value: string): Promise<string | null> {
    if (kind !== 'board') return value;
    try {
      return await engine.boardFilterId({ boardId: Number(value) });
    } catch (error) {
      const { messages } = toFailure(error);
      const errors = ['The filter of this board could not be loaded.', ...messages];
      setProblem({ errors, at: null });
      return null;
    }
  }

  return {
    filter,
    preset: presetOf(filter.preset),
    problem,
    checking,
    choosePreset(id: string) {
      const preset = presetOf(id);
      // The custom preset keeps the current query.
      const jql = preset?.jql ? queryOf(preset, filter.choices) : filter.jql;
      change({ ...filter, preset: id, jql });
    },
    async choose(kind: Choice, option: ChoiceOption | null) {
      const asked = newest.current;
      const insert = option && (await insertOf(kind, option.value));
      const { current } = newest;
      const preset = presetOf(current.preset);
      // The filter was changed while the board's filter was loading.
      if (current !== asked || !preset || (option && insert === null)) return;
      const made =
        option && insert !== null ? { value: option.value, label: option.label, insert } : null;
      const choices = withChoice(current.choices, kind, made);
      change({ ...current, choices, jql: queryOf(preset, choices) });
    },
    type(text: string) {
      const same = presets.find(each => each.jql !== '' && each.jql === text);
      // Filling a placeholder keeps the preset.
      const preset = checkPlaceholder(filter.jql) ? filter.preset : (same?.id ?? CUSTOM_PRESET);
      change({ ...filter, preset, jql: text });
    },
    /** Shows the errors of the query as it is. */
    async explain() {
      const asked = newest.current;
      const checked = await check(engine, asked.jql);
      if (checked.errors.length > 0 && newest.current === asked) setProblem(checked);
    },
    /** Validates the query, then applies it or shows the errors. */
    async apply() {
      const asked = newest.current;
      const controller = new AbortController();
      last.current?.abort();
      last.current = controller;
      setChecking(true);
      const choices = choicesFor(presetOf(asked.preset), asked.choices);
      const wanted = { ...asked, jql: asked.jql.trim(), choices };
      // Not trimmed: errors name places in the typed text.
      const checked = await check(engine, asked.jql, controller.signal);
      if (controller.signal.aborted) return;
      setChecking(false);
      if (checked.errors.length === 0) {
        ours.current = wanted;
        onApply(wanted);
      } else if (newest.current === asked) setProblem(checked);
    },
  };
}

async function check(engine: Engine, jql: string, signal?: AbortSignal): Promise<JqlCheck> {
  const placeholder = checkPlaceholder(jql);
  if (placeholder) return placeholder;
  try {
    return await engine.checkJql({ jql }, signal && { signal });
  } catch (error) {
    return { errors: toFailure(error).messages, at: null };
  }
}
