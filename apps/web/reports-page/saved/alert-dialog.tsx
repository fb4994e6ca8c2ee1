import './subscribe.css';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import {
  type AlertFigure,
  type AlertFigures,
  isDateFigure,
  isPercentFigure,
  isPercentileFigure,
  type NewAlert,
  type SavedAlert,
  type SavedAlerts,
} from '@tallyboard/hosts/saved/alerts.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { DateField, NumberField, TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { messageOf, showFlag, showProblem } from '@tallyboard/ui/feedback/flags.tsx';
import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useId, useState } from 'react';
import { useSession } from '../../start/session.ts';
import { useFormer, useLoaded } from '../../use-loaded.ts';
import { recipientNames } from './recipient-names.ts';
import { RemoveButton } from './remove-button.tsx';
import { savedReportsOf } from './saved-store.ts';

type Condition = 'above' | 'below' | 'serviceLevel' | 'limits' | 'after' | 'overPercentile';

const LABELS: Readonly<Record<Condition, string>> = {
  above: 'is above',
  below: 'is below',
  serviceLevel: 'is a service level below target',
  limits: 'is unusual (process limits)',
  after: 'is a date after the target',
  overPercentile: 'has an issue older than its percentile',
};
const CONDITIONS = Object.keys(LABELS) as Condition[];

/** The figures that a condition can be on. */
function optionsOf(
  condition: Condition,
  { figures, series }: AlertFigures,
): readonly AlertFigure[] {
  switch (condition) {
    case 'limits':
      return series;
    case 'serviceLevel':
      return figures.filter(isPercentFigure);
    case 'after':
      return figures.filter(isDateFigure);
    case 'overPercentile':
      return figures.filter(isPercentileFigure);
    default:
      return figures;
  }
}

const HOLDS = [0, 1, 2, 4, 6].map(value => ({
  value,
  label: value === 0 ? '1 day' : `${value + 1} days in a row`,
}));

const MAX_SHOWN = 10;

interface DialogProps {
  readonly report: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Alerts people when a figure of a saved report crosses a limit, and shows the alerts that there are. */
export default function AlertDialog(props: DialogProps) {
  const { host } = useSession();
  const { alerts = null, subscriptions = null } = savedReportsOf(host) ?? {};
  const { value } = useLoaded(props.report, async (id, signal) =>
    subscriptions ? subscriptions.list({ kind: 'report', id }, signal) : null,
  );
  if (!alerts) return null;
  return (
    <ServerDialog
      {...props}
      alerts={alerts}
      account={value?.account ?? null}
      isWithoutMail={value?.mail === false}
    />
  );
}

interface ServerDialogProps extends DialogProps {
  readonly alerts: SavedAlerts;
  /** The reader as a recipient; null where nobody signs in. */
  readonly account: string | null;
  readonly isWithoutMail: boolean;
}

function ServerDialog(props: ServerDialogProps) {
  const { report, name, onClose, alerts, account, isWithoutMail } = props;
  const found = useLoaded(report, (id, signal) => alerts.figures(id, signal));
  const form = useAlertForm(found.value, account);
  const add = async () => {
    if (!form.alert) return;
    await alerts.add(report, form.alert);
    showFlag({ kind: 'success', title: `Alert on ${name} added` });
  };
  return (
    <Modal
      title={`Alert me about ${name}`}
      width="medium"
      onClose={onClose}
      confirm={{ label: 'Add alert', onConfirm: add, disabled: form.alert === null }}
    >
      {isWithoutMail && (
        <SectionMessage kind="warning">
          This server sends no mail until its administrator sets TALLYBOARD_SMTP_URL.
        </SectionMessage>
      )}
      <Fields form={form} isLoading={found.value === null && found.error === null} />
      {found.error !== null && (
        <p role="alert">
          The figures of this report could not be loaded.{' '}
          <Button appearance="link" onClick={found.reload}>
            Try again
          </Button>
        </p>
      )}
      <TextField
        label="To"
        required
        value={form.whom}
        onChange={form.setTo}
        help={
          account === null
            ? 'E-mail addresses, separated by commas; for a chat slack:, teams: or webhook: and its address.'
            : 'Names of accounts, separated by commas. Each gets an alert by the figures that it may see.'
        }
      />
      <BackTest
        key={JSON.stringify(form.alert)}
        report={report}
        alerts={alerts}
        alert={form.alert}
      />
      <AlertList report={report} alerts={alerts} figures={found.value} />
    </Modal>
  );
}

type AlertForm = ReturnType<typeof useAlertForm>;

function useAlertForm(found: AlertFigures | null, account: string | null) {
  const [condition, setCondition] = useState<Condition>('above');
  const [key, setKey] = useState<string | null>(null);
  const [value, setValue] = useState<number | null>(null);
  const [back, setBack] = useState<number | null>(null);
  const [target, setTarget] = useState('');
  const [hold, setHold] = useState(0);
  const [to, setTo] = useState<string | null>(null);
  const all = found ?? NO_FIGURES;
  const options = optionsOf(condition, all);
  const figure: AlertFigure | undefined = options.find(each => each.key === key) ?? options[0];
  const whom = to ?? account ?? '';
  const names = recipientNames(whom);
  const backError = backProblem(condition, value, back);
  const asked = backError === undefined ? conditionOf({ condition, value, back, target }) : null;
  const alert: NewAlert | null =
    figure !== undefined && names.length > 0 && asked !== null
      ? { figure: figure.key, ...asked, hold, to: names }
      : null;
  const conditions = CONDITIONS.filter(
    each => each === 'above' || each === 'below' || optionsOf(each, all).length > 0,
  ).map(each => ({ value: each, label: LABELS[each] }));
  return {
    condition,
    setCondition,
    conditions,
    options,
    figure,
    setKey,
    value,
    setValue,
    back,
    setBack,
    backError,
    target,
    setTarget,
    hold,
    setHold,
    whom,
    setTo,
    alert,
  };
}

const NO_FIGURES: AlertFigures = { figures: [], series: [] };

interface Typed {
  readonly condition: Condition;
  readonly value: number | null;
  readonly back: number | null;
  readonly target: string;
}

/** Null while it is not whole. */
function conditionOf({ condition, value, back, target }: Typed) {
  switch (condition) {
    case 'limits':
      return { limits: true as const };
    case 'overPercentile':
      return { overPercentile: true as const };
    case 'after':
      return parseDay(target) === null ? null : { after: target };
    case 'serviceLevel':
      return value === null ? null : { serviceLevel: value };
    default:
      return value === null ? null : { [condition]: value, ...(back !== null && { back }) };
  }
}

/** An alert is over on the other side of its limit. */
function backProblem(
  condition: Condition,
  value: number | null,
  back: number | null,
): string | undefined {
  if (value === null || back === null) return undefined;
  if (condition === 'above' && back > value) return `Enter ${value} or less.`;
  if (condition === 'below' && back < value) return `Enter ${value} or more.`;
  return undefined;
}

/** A limit, where it is over again, or a date. */
function LimitFields({ form, unit }: { readonly form: AlertForm; readonly unit: string }) {
  const { condition } = form;
  const inUnit = (label: string) => (unit === '' ? label : `${label} (${unit})`);
  if (condition === 'limits' || condition === 'overPercentile') return null;
  if (condition === 'after')
    return <DateField label="Target" required value={form.target} onChange={form.setTarget} />;
  const limit = (
    <NumberField
      label={inUnit(condition === 'serviceLevel' ? 'Target' : 'Limit')}
      required
      value={form.value}
      onChange={form.setValue}
    />
  );
  if (condition === 'serviceLevel') return limit;
  return (
    <>
      {limit}
      <NumberField
        label={inUnit(
          condition === 'above' ? 'Back to normal at or below' : 'Back to normal at or above',
        )}
        help="Empty: at the limit itself."
        error={form.backError}
        value={form.back}
        onChange={form.setBack}
      />
    </>
  );
}

function Fields({ form, isLoading }: { readonly form: AlertForm; readonly isLoading: boolean }) {
  const { condition, figure, options } = form;
  const unit = figure?.unit ?? '';
  const choices = options.map(({ key, name, text }) => ({
    value: key,
    label: text === null ? name : `${name} (now ${text})`,
  }));
  return (
    <div className="tb-subscribe tb-subscribe--pairs">
      <ChoiceField
        label="Figure"
        options={isLoading ? [{ value: '', label: 'Loading' }] : choices}
        value={figure?.key ?? ''}
        disabled={figure === undefined}
        onChange={form.setKey}
      />
      <ChoiceField
        label="Alert when it"
        options={form.conditions}
        value={condition}
        onChange={form.setCondition}
      />
      <LimitFields form={form} unit={unit} />
      <ChoiceField label="For" options={HOLDS} value={form.hold} onChange={form.setHold} />
    </div>
  );
}

interface BackTestProps {
  readonly report: string;
  readonly alerts: SavedAlerts;
  readonly alert: NewAlert | null;
}

/** What the alert would have done, before it is added. */
function BackTest({ report, alerts, alert }: BackTestProps) {
  const [state, setState] = useState<{ readonly text: string; readonly isError?: true } | null>(
    null,
  );
  const run = () => {
    if (!alert) return;
    setState({ text: 'Looking at each day of the last year' });
    alerts.backTest(report, alert).then(
      text => setState({ text }),
      (error: unknown) => setState({ text: messageOf(error), isError: true }),
    );
  };
  return (
    <div className="tb-subscribe__about">
      <Button compact disabled={alert === null} onClick={run}>
        Try it on the last year
      </Button>
      {alert === null && (
        <span className="tb-quiet"> Fill in the fields marked with * to try it.</span>
      )}
      <div role="status">
        {state?.isError && <SectionMessage kind="error">{state.text}</SectionMessage>}
        {state && !state.isError && <p>{state.text}</p>}
      </div>
    </div>
  );
}

interface ListProps {
  readonly report: string;
  readonly alerts: SavedAlerts;
  readonly figures: AlertFigures | null;
}

function AlertList({ report, alerts, figures }: ListProps) {
  const loaded = useLoaded(report, (id, signal) => alerts.list(id, signal));
  const all = useFormer(loaded.value);
  const names = new Map(
    [...(figures?.series ?? []), ...(figures?.figures ?? [])].map(each => [each.key, each.name]),
  );
  if (loaded.error !== null)
    return (
      <p role="alert">
        The alerts on this report could not be loaded.{' '}
        <Button appearance="link" onClick={loaded.reload}>
          Try again
        </Button>
      </p>
    );
  if (!all) return <p role="status">Loading</p>;
  if (all.length === 0) return null;
  const remove = (id: string) =>
    void alerts.remove(id).then(loaded.reload, showProblem('The alert could not be removed'));
  return (
    <section>
      <h3>Alerts on this report</h3>
      <ul className="tb-subscribe__list" aria-label="Alerts on this report">
        {all.map(alert => (
          <Item
            key={alert.id}
            alert={alert}
            name={names.get(alert.figure) ?? alert.figure}
            onRemove={() => remove(alert.id)}
          />
        ))}
      </ul>
    </section>
  );
}

const STATES = {
  new: 'First looked at when the day is over',
  quiet: 'Not met',
  firing: 'Met',
  muted: 'Muted',
} as const;
const EVENTS = {
  crossed: 'met',
  back: 'no longer met',
  muted: 'muted',
  unmuted: 'looked at again',
} as const;

function Item(props: {
  readonly alert: SavedAlert;
  readonly name: string;
  readonly onRemove: () => void;
}) {
  const { name, onRemove } = props;
  const { state, why, to, conditionText, events } = props.alert;
  const { site } = useSession();
  const what = useId();
  const dayOf = (text: string) => {
    const day = parseDay(text);
    return day === null ? text : formatDay(day, site.settings.dateFormat);
  };
  const lines = events.map(({ kind, day, value, text }) => {
    const number = value === null || kind === 'muted' ? '' : `, ${formatNumber(value, 1)}`;
    return `${dayOf(day)}: ${EVENTS[kind]}${number}${text === null ? '' : `. ${text}`}`;
  });
  return (
    <li>
      <strong id={what}>
        {name}: {conditionText}
      </strong>{' '}
      <span className="tb-quiet">
        {[why === null ? STATES[state] : `${STATES[state]}: ${why}`, to.join(', ')].join(' · ')}
      </span>
      {lines.length > 0 && (
        <ul className="tb-subscribe__history tb-quiet">
          {[...new Set(lines)].slice(0, MAX_SHOWN).map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <div className="tb-subscribe__actions">
        <RemoveButton what={what} onRemove={onRemove} />
      </div>
    </li>
  );
}
