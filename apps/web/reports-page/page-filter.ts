/** The presets of the custom page as the filter box uses them. */

import type { HostInfo } from '@tallyboard/hosts/host.ts';
import {
  findPlaceholder,
  type Preset,
  pagePresets,
  placeholderText,
} from '@tallyboard/jira/jql/presets.ts';
import type { PageState } from '../router/page-state.ts';
import type { JqlCheck, Site } from '../start/site.ts';

export const CUSTOM_PRESET = 'custom';

/** What is applied: a preset, and the query that it became. */
export interface Filter {
  readonly preset: string;
  readonly jql: string;
}

/** The presets that make sense here: the one of an epic only where there are epics. */
export function presetsOf(site: Site, { flavour }: HostInfo): readonly Preset[] {
  return pagePresets(flavour).filter(({ id }) => id !== 'epic' || site.epics.length > 0);
}

/** The filter that the address names; the first preset where it names none. */
export function appliedFilter(presets: readonly Preset[], state: PageState): Filter {
  const [first] = presets;
  const named = presets.find(({ id }) => id === state.preset);
  if (state.jql !== null) return { preset: named?.id ?? CUSTOM_PRESET, jql: state.jql };
  const preset = named ?? first;
  return { preset: preset?.id ?? CUSTOM_PRESET, jql: preset?.jql ?? '' };
}

/** How the line above the report names the filter: short for the default, else the preset, else the query itself. */
export function filterName(presets: readonly Preset[], filter: Filter): string {
  if (filter.preset === 'assigned-to-me') return 'Assigned to me';
  const preset = presets.find(({ id }) => id === filter.preset);
  // A preset whose placeholder was filled in says less than its query; so does 'Custom JQL'.
  const whole = preset && preset.id !== CUSTOM_PRESET && preset.jql === filter.jql;
  return whole ? preset.name : filter.jql || 'All issues';
}

/** Refuses a query that still has a placeholder, with its place. */
export function checkPlaceholder(jql: string): JqlCheck | null {
  const placeholder = findPlaceholder(jql);
  if (placeholder === null) return null;
  return { errors: [placeholderText(placeholder)], at: jql.indexOf(placeholder) };
}
