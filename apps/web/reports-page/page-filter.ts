/** The filter of the custom page, as its address says it. */
import type { Preset } from '@tallyboard/jira/jql/presets.ts';
import { CUSTOM_PRESET, type Filter } from '../filter/filter.ts';
import type { PageState } from '../router/page-state.ts';

/** The filter that the address names; the first preset where it names none. */
export function appliedFilter(presets: readonly Preset[], state: PageState): Filter {
  const [first] = presets;
  const named = presets.find(({ id }) => id === state.preset);
  const choices = state.choices ?? {};
  if (state.jql !== null) return { preset: named?.id ?? CUSTOM_PRESET, jql: state.jql, choices };
  const preset = named ?? first;
  return { preset: preset?.id ?? CUSTOM_PRESET, jql: preset?.jql ?? '', choices };
}

/** The address of a filter: without what is as by default. */
export function filterState({ preset, jql, choices }: Filter): Partial<PageState> {
  return { preset, jql, choices: Object.keys(choices).length > 0 ? choices : null };
}

/** How the line above the report names the filter: short for the default, else the preset, else the query itself. */
export function filterName(presets: readonly Preset[], filter: Filter): string {
  if (filter.preset === 'assigned-to-me') return 'Assigned to me';
  const preset = presets.find(({ id }) => id === filter.preset);
  // A preset whose placeholder was filled in says less than its query; so does 'Custom JQL'.
  const whole = preset && preset.id !== CUSTOM_PRESET && preset.jql === filter.jql;
  return whole ? preset.name : filter.jql || 'All issues';
}
