/** The filter of the custom page in its URL. */
import type { Preset } from '@tallyboard/jira/jql/presets.ts';
import { CUSTOM_PRESET, type Filter } from '../filter/filter.ts';
import type { PageState } from '../router/page-state.ts';

/** The filter of the URL; the first preset without one. */
export function appliedFilter(presets: readonly Preset[], state: PageState): Filter {
  const [first] = presets;
  const named = presets.find(({ id }) => id === state.preset);
  const choices = state.choices ?? {};
  if (state.jql !== null) return { preset: named?.id ?? CUSTOM_PRESET, jql: state.jql, choices };
  const preset = named ?? first;
  return { preset: preset?.id ?? CUSTOM_PRESET, jql: preset?.jql ?? '', choices };
}

export function filterState({ preset, jql, choices }: Filter): Partial<PageState> {
  return { preset, jql, choices: Object.keys(choices).length > 0 ? choices : null };
}

/** The name of a filter in the scope line. */
export function filterName(presets: readonly Preset[], filter: Filter): string {
  if (filter.preset === 'assigned-to-me') return 'Assigned to me';
  const preset = presets.find(({ id }) => id === filter.preset);
  // The query says more than a preset with a filled placeholder or 'Custom JQL'.
  const whole = preset && preset.id !== CUSTOM_PRESET && preset.jql === filter.jql;
  return whole ? preset.name : filter.jql || 'All issues';
}
