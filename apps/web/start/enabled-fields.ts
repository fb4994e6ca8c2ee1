/** The fields that can have an 'Issues By' report, and which of them the key 'enabled-fields' switches on. */

export interface FieldChoice {
  readonly label: string;
  readonly enabled: boolean;
  /** Only sites with a service desk have such fields. */
  readonly serviceDesk?: true;
}

/** In the order of the menu; `enabled` is how a site begins. */
export const FIELD_CHOICES: readonly FieldChoice[] = [
  { label: 'Project', enabled: true },
  { label: 'Sprint', enabled: true },
  { label: 'Issue Type', enabled: true },
  { label: 'Assignee', enabled: true },
  { label: 'Reporter', enabled: true },
  { label: 'Priority', enabled: true },
  { label: 'Status', enabled: true },
  { label: 'Resolution', enabled: true },
  { label: 'Epic Link', enabled: true },
  { label: 'Due Date', enabled: false },
  { label: 'Creator', enabled: false },
  { label: 'Progress', enabled: false },
  { label: 'Sum Progress', enabled: false },
  { label: 'Votes', enabled: false },
  { label: 'Watches', enabled: false },
  { label: 'Resolution SLA Breached', enabled: true, serviceDesk: true },
  { label: 'First Response SLA Breached', enabled: true, serviceDesk: true },
  { label: 'Close After Resolution SLA Breached', enabled: false, serviceDesk: true },
  { label: 'Approve Normal Change SLA Breached', enabled: false, serviceDesk: true },
];

/** By label, every choice of the list. */
export type EnabledFields = Readonly<Record<string, boolean>>;

/**
 * Reads what is stored: `{ fields: { label: on } }`, or as apps of old kept it, a list of the enabled labels or of
 * `{ label, enabled }`. What is not named is as by default.
 */
export function parseEnabledFields(stored: unknown): EnabledFields {
  const named = namedFlags(stored);
  return Object.fromEntries(
    FIELD_CHOICES.map(({ label, enabled }) => [label, named?.get(label.toLowerCase()) ?? enabled]),
  );
}

/** True for a value that says something about fields. */
export const areFieldsReadable = (stored: unknown): boolean => namedFlags(stored) !== null;

function namedFlags(stored: unknown): Map<string, boolean> | null {
  const value = plain(stored);
  if (Array.isArray(value)) return listFlags(value);
  const fields = isRecord(value) ? plain(value.fields) : null;
  if (Array.isArray(fields)) return listFlags(fields);
  if (!isRecord(fields)) return null;
  return new Map(
    Object.entries(fields).flatMap(([label, on]) =>
      typeof on === 'boolean' ? [[label.toLowerCase(), on] as const] : [],
    ),
  );
}

function listFlags(list: readonly unknown[]): Map<string, boolean> {
  // A list of labels names what is on; everything else is off.
  const bare = list.length > 0 && list.every(each => typeof each === 'string');
  const flags = new Map<string, boolean>(
    bare ? FIELD_CHOICES.map(({ label }) => [label.toLowerCase(), false]) : [],
  );
  for (const each of list) {
    if (typeof each === 'string') flags.set(each.toLowerCase(), true);
    else if (isRecord(each) && typeof each.label === 'string' && typeof each.enabled === 'boolean')
      flags.set(each.label.toLowerCase(), each.enabled);
  }
  return flags;
}

function plain(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
