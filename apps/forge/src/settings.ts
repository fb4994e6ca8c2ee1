/**
 * Settings shared by all users, in the app's storage. Everybody may read them; only administrators of Jira may write,
 * which is checked here because a page can be manipulated.
 */

/** The part of the app's storage that is used. */
export interface Store {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<unknown>;
}

/** The storage, and whether the calling user administers Jira. */
export interface SettingLocation {
  readonly store: Store;
  readonly isAdmin: () => Promise<boolean>;
}

/** Shaped like an HTTP reply, as the page's host expects. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const KEYS = [
  'global-settings',
  'enabled-fields',
  'global-settings-backup',
  'enabled-fields-backup',
];
/** Jira's own limit of a property, so that settings fit on every platform. */
const MAX_LENGTH = 32_768;
/** Limit of the platform's storage. */
const MAX_DEPTH = 30;

/** The value of `payload.key`; 404 without one. */
export async function readSetting(
  { store }: Pick<SettingLocation, 'store'>,
  payload: unknown,
): Promise<Answer> {
  const key = keyOf(payload);
  if (key === null) return refuse(400, 'There is no such setting.');
  const value = await store.get(storedAs(key));
  if (value === undefined || value === null) return refuse(404, 'Nothing is stored.');
  return { status: 200, body: { key, value } };
}

/** Stores `payload.value` under `payload.key`, for administrators of Jira. */
export async function writeSetting(place: SettingLocation, payload: unknown): Promise<Answer> {
  const key = keyOf(payload);
  if (key === null) return refuse(400, 'There is no such setting.');
  const value: unknown = Reflect.get(Object(payload), 'value');
  const problem = problemOf(value);
  if (problem !== null) return refuse(400, problem);
  if (!(await place.isAdmin())) return refuse(403, 'Only an administrator of Jira changes this.');
  await place.store.set(storedAs(key), value);
  return { status: 200, body: { key } };
}

const keyOf = (payload: unknown): string | null =>
  KEYS.find(key => key === Reflect.get(Object(payload), 'key')) ?? null;

const storedAs = (key: string) => `setting:${key}`;

/** Why a value is refused, for the user; null for a valid one. */
export function problemOf(value: unknown): string | null {
  const text = value === null ? undefined : JSON.stringify(value);
  if (text === undefined) return 'There is nothing to store.';
  if (text.length > MAX_LENGTH)
    return `These settings have ${text.length} characters; the limit is ${MAX_LENGTH}.`;
  return depthOf(value) > MAX_DEPTH ? 'These settings are nested too deeply.' : null;
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

export function refuse(status: number, message: string): Answer {
  return { status, body: { errorMessages: [message], errors: {} } };
}
