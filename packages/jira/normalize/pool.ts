import { UNKNOWN_STATUS_NAME } from '@tallyboard/core/history/spans.ts';
import type {
  IssueId,
  IssueKey,
  ProjectId,
  SprintId,
  StatusId,
  UserId,
  VersionId,
} from '@tallyboard/core/model/ids.ts';
import type {
  IssueType,
  Named,
  ParentRef,
  Priority,
  Project,
  Version,
} from '@tallyboard/core/model/issue.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { Status, StatusCategory } from '@tallyboard/core/model/status.ts';
import { ACCOUNT_TYPES, type AccountType, type User } from '@tallyboard/core/model/user.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import { readSprint } from '@tallyboard/records/sprint.ts';
import { type Repair, Report } from '@tallyboard/records/values.ts';
import type {
  WireIssueFields,
  WireIssueStatus,
  WireIssueType,
  WireIssueVersion,
  WireNamed,
  WireRelated,
  WireRelatedType,
  WireUser,
} from '../wire/issue.ts';
import { isWireSprint, normalizeSprint, parseSprint, type WireSprint } from './sprint.ts';
import type { Variants } from './variants.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

const CATEGORIES: readonly (StatusCategory | undefined)[] = [
  undefined,
  'none',
  'to-do',
  'done',
  'in-progress',
];

function unknownStatus(id: string, name: string | null): Mutable<Status> {
  return { id: id as StatusId, name: name || UNKNOWN_STATUS_NAME, category: 'none', known: false };
}

/** Jira's number of a category to ours; undefined for a number that is none of its four. */
function statusCategory(id: number | undefined): StatusCategory | undefined {
  return id === undefined ? undefined : CATEGORIES[id];
}

/** The id, else the name: a few hosts send no ids. */
function idOf({ id, name }: WireNamed): string {
  return String(id ?? name);
}

function asNamed({ name }: WireNamed, id: string): Named {
  return { id, name };
}

/**
 * One object for each user, status, project and so on that a dataset's issues name, however often they name it. The
 * first description wins: issues name an entity as it was when they were updated. With variants each issue keeps its own.
 */
export class Pool {
  readonly #variants: Variants | undefined;
  readonly statuses = new Map<StatusId, Mutable<Status>>();
  readonly #statusesByName = new Map<string, Mutable<Status>>();
  readonly sprints = new Map<number, Sprint>();
  /** Epics known by key alone, which the loader names afterwards. */
  readonly epicsByKey = new Map<string, Mutable<ParentRef>>();
  readonly #users = new Map<string, Mutable<User>>();
  /** Ids of users without a display name so far. */
  readonly #unnamed = new Set<string>();

  readonly project = this.#pooled(
    idOf,
    ({ key, name }: NonNullable<WireIssueFields['project']>, id): Project => ({
      id: id as ProjectId,
      key,
      name,
    }),
  );

  readonly type = this.#pooled(idOf, (wire: WireIssueType, id): IssueType => {
    const subtask = wire.subtask ?? wire.hierarchyLevel === -1;
    const { name, iconUrl = null } = wire;
    return { id, name, subtask, level: levelOf(wire, subtask), iconUrl };
  });

  readonly priority = this.#pooled(
    idOf,
    ({ name, iconUrl = null }: WireNamed, id): Priority => ({ id, name, iconUrl }),
  );

  readonly resolution = this.#pooled(idOf, asNamed);
  readonly component = this.#pooled(idOf, asNamed);
  readonly team = this.#pooled(idOf, asNamed);

  readonly version = this.#pooled(
    idOf,
    ({ name, released, archived, releaseDate }: WireIssueVersion, id): Version => ({
      id: id as VersionId,
      name,
      released: released ?? false,
      archived: archived ?? false,
      releaseDay: this.day(releaseDate),
    }),
  );

  readonly parent = this.#pooled(
    ({ key }: WireRelated) => key,
    ({ id, fields }, key): ParentRef => {
      const type = fields?.issuetype;
      return {
        id: id === null || id === undefined ? null : (String(id) as IssueId),
        key: key as IssueKey,
        summary: fields?.summary ?? null,
        level: type ? levelOf(type, type.subtask ?? false) : null,
      };
    },
  );

  /** The epic that an Epic Link names by its key alone. */
  readonly epic = this.#pooled(
    asText,
    key => ({ id: null, key: key as IssueKey, summary: null, level: 1 }),
    this.epicsByKey,
  );

  /** Histories name sprints without their ids. */
  hasSprintNames = false;
  /** What could not be read of sprints, each once. */
  readonly lost: Repair[] = [];
  readonly #sprintReport = new Report(repair => {
    if (repair.isLoss) this.lost.push(repair);
  });
  readonly #sprintOf = this.#pooled(
    ({ id }: WireSprint) => id,
    wire => parseSprint(wire, this.#sprintReport) ?? normalizeSprint(wire),
    this.sprints,
  );
  readonly #parsedSprint = this.#pooled(
    ({ id }: Sprint) => id,
    sprint => sprint,
    this.sprints,
  );
  readonly #sprintOfText = this.#pooled(asText, text => this.#oddSprint(text));
  readonly #dayOf = this.#pooled(asText, parseDay);

  constructor(statuses: ReadonlyMap<StatusId, Status> = new Map(), variants?: Variants) {
    this.#variants = variants;
    for (const status of statuses.values()) this.#addStatus({ ...status });
  }

  user(wire: WireUser | null | undefined): User | null {
    if (!wire) return null;
    const id = wire.accountId ?? wire.key ?? wire.name ?? wire.displayName;
    if (!id) return null;
    const known = this.#users.get(id);
    if (known !== undefined) {
      // Some resources leave the zone out; whichever names it first fills it in for all.
      if (known.zone === null && wire.timeZone) known.zone = wire.timeZone;
      known.accountType ??= accountTypeOf(wire);
      if (!wire.displayName) return known;
      // A record without a display name does not hide the one that another has.
      if (this.#unnamed.delete(id)) known.name = wire.displayName;
      this.#variants?.compare(known, userOf(wire, id));
      return known;
    }
    const user = userOf(wire, id);
    this.#users.set(id, user);
    if (!wire.displayName) this.#unnamed.add(id);
    return user;
  }

  status(
    wire: WireIssueStatus & { readonly untranslatedName?: string | null | undefined },
  ): Status {
    const id = String(wire.id) as StatusId;
    const category = statusCategory(wire.statusCategory?.id);
    const held = this.statuses.get(id) ?? this.#addStatus(unknownStatus(id, wire.name));
    if (!held.known) {
      held.name = wire.name;
      held.category = category ?? 'none';
      held.known = category !== undefined;
      const { untranslatedName } = wire;
      if (untranslatedName) {
        held.untranslatedName = untranslatedName;
        this.#addName(held, untranslatedName);
      }
    } else if (category !== undefined) this.#variants?.compare(held, { name: wire.name, category });
    return held;
  }

  /** The id of a status that a history names, by its name where the history gives no id; null without both. */
  historyStatus(id: string | null, name: string | null): string | null {
    if (id) {
      if (!this.statuses.has(id as StatusId)) this.#addStatus(unknownStatus(id, name));
      return id;
    }
    if (!name) return null;
    const held = this.#statusesByName.get(name.toLowerCase());
    return (held ?? this.#addStatus(unknownStatus(`name ${name}`, name))).id;
  }

  #addStatus(status: Mutable<Status>): Mutable<Status> {
    this.statuses.set(status.id, status);
    this.#addName(status, status.name);
    if (status.untranslatedName) this.#addName(status, status.untranslatedName);
    return status;
  }

  #addName(status: Mutable<Status>, given: string): void {
    const name = given.toLowerCase();
    if (!this.#statusesByName.has(name)) this.#statusesByName.set(name, status);
  }

  /** Gives statuses of unknown category the one that another status of their name has. */
  settleCategories(): void {
    const known = new Map<string, Status>();
    for (const status of this.statuses.values()) {
      if (status.known) known.set(status.name.toLowerCase(), status);
    }
    for (const status of this.statuses.values()) {
      const other = status.known ? undefined : known.get(status.name.toLowerCase());
      if (other) Object.assign(status, { category: other.category, known: true });
    }
  }

  /** A sprint from an object of Cloud or a text of Data Center; null for anything else. */
  sprint(wire: unknown): Sprint | null {
    if (typeof wire === 'string') return this.#sprintOfText(wire);
    return isWireSprint(wire) ? this.#sprintOf(wire) : this.#oddSprint(wire);
  }

  /** A sprint in another form than the object of the agile API. */
  #oddSprint(value: unknown): Sprint | null {
    const read = readSprint(value, this.#sprintReport);
    if (read === null) {
      this.#sprintReport.lost(
        'Sprint',
        'has an element that cannot be read',
        'left out of the list',
      );
      return null;
    }
    if (isWireSprint(read)) return this.#parsedSprint(normalizeSprint(read));
    // An id alone: its list of sprints, or another issue, says more.
    const id = read.id as SprintId;
    const known = this.sprints.get(id);
    if (known) return known;
    return {
      id,
      name: `Sprint ${id}`,
      state: 'closed',
      boardId: null,
      start: null,
      end: null,
      complete: null,
      goal: null,
    };
  }

  /** Returns one object for each key, created when it is first needed. */
  #pooled<Wire, Key, Value>(
    keyOf: (wire: Wire) => Key,
    create: (wire: Wire, key: Key) => Value,
    known = new Map<Key, Value>(),
  ) {
    return (wire: Wire): Value => {
      const key = keyOf(wire);
      let value = known.get(key);
      if (value === undefined) {
        value = create(wire, key);
        known.set(key, value);
      } else if (this.#variants) return this.#variants.of(value, create(wire, key));
      return value;
    };
  }

  day(text: string | null | undefined): Day | null {
    return text ? this.#dayOf(text) : null;
  }
}

const accountTypeOf = ({ accountType }: WireUser): AccountType | null =>
  ACCOUNT_TYPES.find(type => type === accountType) ?? null;

const userOf = (wire: WireUser, id: string): Mutable<User> => ({
  id: id as UserId,
  name: wire.displayName || wire.name || id,
  active: wire.active ?? null,
  zone: wire.timeZone ?? null,
  avatarUrl: wire.avatarUrls?.['48x48'] ?? null,
  accountType: accountTypeOf(wire),
});

function asText(text: string): string {
  return text;
}

/** Data Center and old records do not say the level: sub-tasks and epics are known by flag and name. */
function levelOf(type: WireRelatedType, subtask: boolean): number {
  return type.hierarchyLevel ?? (subtask ? -1 : type.name === 'Epic' ? 1 : 0);
}
