import './planning.css';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { LogWorkEdit, RemainingChange, WorkIssue } from '@tallyboard/core/model/edit.ts';
import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import { DAY, type Instant, type ZoneId } from '@tallyboard/core/time/units.ts';
import { instantOfWall, localDay } from '@tallyboard/core/time/zone.ts';
import type { WorkDraft } from '@tallyboard/report-kit/contract.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { DateField, InputField, TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { messageOf, showFlag } from '@tallyboard/ui/feedback/flags.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { formatDuration } from '@tallyboard/ui/text/durations.ts';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useSession } from '../../start/session.ts';
import { useLoaded } from '../../use-loaded.ts';
import type { ReportRun } from '../report-run.ts';
import { queueOf } from './queue-of.ts';
import { parseWorkTime } from './work-time.ts';

const REMAINING: readonly { readonly value: RemainingChange['how']; readonly label: string }[] = [
  { value: 'auto', label: 'Adjust automatically' },
  { value: 'leave', label: 'Leave as is' },
  { value: 'new', label: 'Set to' },
  { value: 'manual', label: 'Reduce by' },
];

interface WorkValues {
  readonly issue: string;
  readonly time: string;
  readonly day: string;
  readonly how: RemainingChange['how'];
  readonly amount: string;
  readonly comment: string;
}

type Problems = Partial<Record<keyof WorkValues | 'form', string>>;

/** Logs work of the reader on an issue. */
export default function LogWorkDialog(props: {
  readonly draft: WorkDraft;
  readonly context: ReportContext;
  readonly run: ReportRun;
  readonly onClose: () => void;
}) {
  const { draft, context, run, onClose } = props;
  const { engine, host } = useSession();
  const [values, setValues] = useState<WorkValues>(() => ({
    issue: draft.issue ?? '',
    time: '',
    day: dayText(draft.day ?? localDay(Date.now(), context.zone)),
    how: 'auto',
    amount: '',
    comment: '',
  }));
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  /** The day after today that was asked about. */
  const [askedDay, setAskedDay] = useState('');
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  async function save() {
    const { key, problems: invalid, work } = readValues(values, context, askedDay);
    setAskedDay(values.day);
    setProblems(invalid);
    if (key === null || work === null) return;
    setBusy(true);
    try {
      const [issue] = await engine.workIssues({ key });
      const project = key.slice(0, key.lastIndexOf('-'));
      const isAllowed = issue && (await engine.mayLogWork({ project }));
      if (issue && isAllowed) {
        const spent = timeText(work.spentSeconds, context);
        const edit: LogWorkEdit = { kind: 'log-work', issues: [issue], ...work };
        const done = `${spent} logged on ${issue.key} for ${dayWords(work.started, context)}`;
        const failures = await queueOf(engine, run).submit(edit, done, host.can.deletes);
        if (failures.length === 0) {
          if (isOpen.current) onClose();
          return;
        }
        // Of a dialog that was closed meanwhile, the failure is a flag.
        if (!isOpen.current)
          for (const failure of failures) showFlag({ kind: 'error', ...failure });
        setProblems({ form: failures.map(({ title, text }) => `${title}. ${text}`).join(' ') });
      } else
        setProblems({
          issue: issue
            ? `You may not log work in ${project}.`
            : `${key} does not exist, or you may not see it.`,
        });
    } catch (error) {
      setProblems({ form: messageOf(error) });
    }
    setBusy(false);
  }

  return (
    <Modal
      title="Log work"
      confirm={{ label: 'Save', onConfirm: () => void save(), disabled: busy }}
      onClose={onClose}
    >
      <WorkForm
        values={values}
        problems={problems}
        context={context}
        startsAt={draft.issue === undefined ? 'issue' : 'time'}
        onChange={change => setValues({ ...values, ...change })}
        onSubmit={() => busy || void save()}
      />
    </Modal>
  );
}

function WorkForm(props: {
  readonly values: WorkValues;
  readonly problems: Problems;
  readonly context: ReportContext;
  readonly startsAt: 'issue' | 'time';
  readonly onChange: (change: Partial<WorkValues>) => void;
  readonly onSubmit: () => void;
}) {
  const { values, problems, context, startsAt, onChange, onSubmit } = props;
  const { engine } = useSession();
  const { value: recent } = useLoaded('recent', (_, signal) =>
    engine.workIssues({ key: null }, { signal }),
  );
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(problems).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [problems]);
  const field = (name: 'issue' | 'time' | 'amount', label: string) => ({
    label,
    required: true,
    value: values[name],
    error: problems[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [name]: event.target.value }),
    'data-autofocus': startsAt === name || undefined,
  });
  return (
    <form
      ref={form}
      className="tb-stack"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <InputField {...field('issue', 'Issue')} suggestions={recent?.map(nameOf) ?? []} />
      <div className="tb-log-work__pair">
        <InputField
          {...field('time', 'Time spent')}
          placeholder="2h 30m"
          help={`A day has ${context.hoursPerDay} hours`}
        />
        <DateField
          label="Date"
          required
          value={values.day}
          error={problems.day}
          onChange={day => onChange({ day })}
        />
        <ChoiceField
          label="Remaining estimate"
          options={REMAINING}
          value={values.how}
          onChange={how => onChange({ how })}
          help={remainingHelp(recent, values.issue, context)}
        />
        {hasAmount(values.how) && (
          <InputField
            {...field('amount', values.how === 'new' ? 'New estimate' : 'Reduce by')}
            placeholder="2h 30m"
          />
        )}
      </div>
      <TextField
        label="Work description"
        rows={3}
        value={values.comment}
        onChange={comment => onChange({ comment })}
      />
      {problems.form && <p role="alert">{problems.form}</p>}
      {/* Enter in a field saves. */}
      <button type="submit" hidden />
    </form>
  );
}

/** The work that was typed; null with the problems of its fields. A day after today is asked about once. */
function readValues(values: WorkValues, context: ReportContext, askedDay: string) {
  const { zone } = context;
  const { how } = values;
  const key = keyIn(values.issue);
  const spentSeconds = parseWorkTime(values.time, context);
  const started = startOf(values.day, zone);
  const seconds = parseWorkTime(values.amount, context);
  const problems: Problems = {
    ...(key === null && { issue: 'Enter the key of an issue, such as WEB-12.' }),
    ...(!spentSeconds && { time: TIME_ADVICE }),
    ...(started === null && { day: 'Choose a date.' }),
    ...(started !== null &&
      values.day !== askedDay &&
      localDay(started, zone) > localDay(Date.now(), zone) && {
        day: `${dayWords(started, context)} is after today. Save again to log work in advance.`,
      }),
    ...(hasAmount(how) && seconds === null && { amount: TIME_ADVICE }),
  };
  if (!spentSeconds || started === null || Object.keys(problems).length > 0)
    return { key, problems, work: null };
  const remaining: RemainingChange = hasAmount(how) ? { how, seconds: seconds ?? 0 } : { how };
  const comment = values.comment.trim();
  return { key, problems, work: { started, zone, spentSeconds, comment, remaining } };
}

const hasAmount = (how: RemainingChange['how']): how is 'new' | 'manual' =>
  how === 'new' || how === 'manual';

const TIME_ADVICE = 'Enter weeks, days, hours or minutes, such as 2h 30m.';

const nameOf = ({ key, summary }: WorkIssue): string => `${key} ${summary}`;

/** The key at the start of a text that may go on with the summary. */
const keyIn = (text: string): string | null =>
  /^\s*\(?([a-z][a-z0-9_]*-\d+)\)?(?:\s|$)/i.exec(text)?.[1]?.toUpperCase() ?? null;

/** Now, or noon of another day. */
function startOf(text: string, zone: ZoneId): Instant | null {
  const day = parseDay(text);
  if (day === null) return null;
  const now = Date.now();
  return day === localDay(now, zone) ? now : instantOfWall((day + 0.5) * DAY, zone);
}

const dayWords = (instant: Instant, { zone, dateFormat }: ReportContext): string =>
  formatDay(localDay(instant, zone), dateFormat);

const timeText = (seconds: number, context: ReportContext): string =>
  formatDuration(seconds, { ...context, style: 'hours', zero: '0h' });

function remainingHelp(
  recent: readonly WorkIssue[] | null,
  issue: string,
  context: ReportContext,
): string | undefined {
  const found = recent?.find(({ key }) => key === keyIn(issue));
  if (!found) return undefined;
  const { remainingSeconds: now } = found;
  return now === null ? 'Not estimated' : `Now ${timeText(now, context)}`;
}
