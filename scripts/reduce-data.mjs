/**
 * Makes `fixtures/data` and `fixtures/openapi` from published exports and documents, reduced to facts: ids, keys, dates, statuses,
 * histories, sprints, points, worklogs, links, names of versions and components. Texts, addresses and pictures are left out, people
 * are numbered. `node scripts/reduce-data.mjs FOLDER`, where FOLDER holds `data` and `openapi`.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

const LEFT_OUT = new Set(
  `avatarUrls iconUrl emailAddress environment attachment attachments thumbnail renderedFields operations editmeta expand
  body renderedBody content updateAuthor url applicationUser avatarId entityId cookies api_token email`.split(
    /\s+/,
  ),
);
/** Texts in place of which an empty one stands, as the member itself is a fact. */
const EMPTIED = new Set(['summary', 'goal', 'description']);

/** Fields whose changes are facts; of the others only that they changed. */
const CHANGED = new Set(
  `status resolution assignee reporter sprint fix_version fixversions version component priority issuetype issue_type project key
  story_points epic_link epic_child parent rank labels duedate timespent timeestimate timeoriginalestimate workflow worklogid worklogtimespent link flagged
  issueparentassociation`.split(/\s+/),
);

const FACT =
  /^(?:$|-?[\d.]+$|\d{4}-\d\d-\d\d|\d\|[\w:]+$|[A-Z][A-Z0-9_]*-\d+$|com\.atlassian\.greenhopper|[a-z]+$|ghx-label-\d+$)/;

const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Numbers for the people of one folder, by account and by name: two people may have one name. */
function people() {
  const numbering = () => {
    const numbers = new Map();
    return text => {
      if (!numbers.has(text)) numbers.set(text, numbers.size + 1);
      return numbers.get(text);
    };
  };
  const [accountNumber, nameNumber] = [numbering(), numbering()];
  const id = value => (value ? `person-${accountNumber(value)}` : value);
  const name = value => (value ? `Person ${nameNumber(value)}` : value);
  const whole = person => {
    const reduced = { ...person, displayName: name(person.displayName) };
    for (const member of ['accountId', 'key', 'name'])
      if (member in person) reduced[member] = id(person[member]);
    return reduced;
  };
  return { id, name, whole };
}

function reducer(persons) {
  function item(change) {
    const field = String(change.field).toLowerCase().replaceAll(' ', '_');
    if (/^(?:assignee|reporter)$/.test(field))
      return {
        ...change,
        from: persons.id(change.from),
        fromString: persons.name(change.fromString),
        to: persons.id(change.to),
        ...(Object.hasOwn(change, 'toString') && { toString: persons.name(change.toString) }),
      };
    if (CHANGED.has(field)) return change;
    const emptied = { ...change };
    for (const member of ['from', 'to', 'fromString', 'toString'])
      if (Object.hasOwn(change, member) && typeof change[member] === 'string') emptied[member] = '';
    return emptied;
  }

  function member(name, value, depth) {
    if (LEFT_OUT.has(name)) return undefined;
    if (name === 'self') return depth <= 1 ? value : undefined;
    if (name === 'id' || name === 'key') return value;
    if (EMPTIED.has(name)) return typeof value === 'string' ? '' : undefined;
    if (name === 'comment') return typeof value === 'string' ? '' : undefined;
    if (name.startsWith('customfield_') && (value === null || value === '')) return undefined;
    if (name === 'items' && Array.isArray(value)) return value.map(item);
    if (name.startsWith('customfield_') && typeof value === 'string' && !FACT.test(value))
      return undefined;
    return reduce(value, depth + 1);
  }

  function reduce(value, depth = 0) {
    if (Array.isArray(value)) return value.map(each => reduce(each, depth));
    if (!isObject(value))
      return typeof value === 'string' ? value.replace(/goal=.*?(?=,\w+=|\]$)/s, 'goal=') : value;
    if (typeof value.displayName === 'string') return reduceMembers(persons.whole(value), depth);
    return reduceMembers(value, depth);
  }

  function reduceMembers(object, depth) {
    const reduced = {};
    for (const [name, value] of Object.entries(object)) {
      const own = member(name, value, depth);
      if (own !== undefined) reduced[name] = own;
    }
    return reduced;
  }
  return reduce;
}

const filesUnder = folder =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name !== 'README.md')
    .map(entry => join(entry.parentPath, entry.name))
    .sort();

const read = file => {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
};

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, file.endsWith('.gz') ? gzipSync(text, { level: 9 }) : text);
}

const [source] = process.argv.slice(2);
const target = join(import.meta.dirname, '..', 'fixtures');

const sets = readdirSync(join(source, 'data'), { withFileTypes: true }).filter(each =>
  each.isDirectory(),
);
for (const { name } of sets) {
  const folder = join(source, 'data', name);
  const reduce = reducer(people());
  for (const file of filesUnder(folder)) {
    const path = join(target, 'data', name, relative(folder, file));
    const text = read(file);
    if (file.endsWith('.csv')) write(path, text);
    else if (/\.jsonl(?:\.gz)?$/.test(file))
      write(
        path,
        `${text
          .trim()
          .split('\n')
          .map(line => JSON.stringify(reduce(JSON.parse(line))))
          .join('\n')}\n`,
      );
    else write(path, `${JSON.stringify(reduce(JSON.parse(text)))}\n`);
  }
}

/** The form of the documents without their prose: what a check of requests and replies needs. */
const PROSE = new Set([
  'description',
  'summary',
  'externalDocs',
  'examples',
  'tags',
  'x-codeSamples',
  'x-showInExample',
]);
const isProse = (name, value, inProperties) =>
  !inProperties &&
  (PROSE.has(name) || name.startsWith('x-')) &&
  !(name === 'tags' && isObject(value));

/** Of a reply: a JSON text, or its value. */
function exampleOf(example) {
  const isText = typeof example === 'string';
  try {
    const reduced = withoutTexts(isText ? JSON.parse(example) : example);
    return isText ? JSON.stringify(reduced) : reduced;
  } catch {
    return example;
  }
}

function withoutTexts(value) {
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/^(?:description|emailAddress|comment|body|avatarUrls|text)$/.test(name))
      .map(([name, each]) => [name, withoutTexts(each)]),
  );
}

/** `place`: the member that holds the value, as a property may have the name of a keyword. */
function formOf(value, place = '') {
  if (Array.isArray(value)) return value.map(each => formOf(each));
  if (!isObject(value)) return value;
  const inProperties = place === 'properties';
  const isMedia = place === 'media';
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, each]) => !isProse(name, each, inProperties))
      // Of a reply, not of a member.
      .filter(([name]) => name !== 'example' || inProperties || isMedia)
      .map(([name, each]) => {
        if (name === 'example' && isMedia) return [name, exampleOf(each)];
        if (place === 'content') return [name, formOf(each, 'media')];
        return [name, formOf(each, inProperties ? '' : name)];
      }),
  );
}

const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g;

for (const file of filesUnder(join(source, 'openapi'))) {
  const form = JSON.stringify(formOf(JSON.parse(read(file))));
  write(join(target, 'openapi', basename(file)), form.replace(EMAIL, ''));
}
