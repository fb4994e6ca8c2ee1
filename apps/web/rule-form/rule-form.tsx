import './rule-form.css';
import type { Host, RuleForm } from '@tallyboard/hosts/host.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { SelectField } from '@tallyboard/ui/controls/select-field.tsx';
import { InputField } from '@tallyboard/ui/controls/text-field.tsx';
import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { useEffect, useState } from 'react';
import { savedReportsOf } from '../reports-page/saved/saved-store.ts';
import { useLatest } from '../use-latest.ts';
import { useLoaded } from '../use-loaded.ts';

/** Chooses the report whose figures a rule of Jira Automation gets. */
export default function RuleFormPage({ host }: { readonly host: Host }) {
  return host.ruleForm ? <FormOf host={host} form={host.ruleForm} /> : null;
}

function FormOf({ host, form }: { readonly host: Host; readonly form: RuleForm }) {
  const { inputs } = form;
  const [report, setReport] = useState(typeof inputs.report === 'string' ? inputs.report : '');
  const [figure, setFigure] = useState(typeof inputs.figure === 'string' ? inputs.figure : '');
  const {
    value: options,
    error,
    reload,
  } = useLoaded(host, async (host, signal) => {
    const all = (await savedReportsOf(host)?.list(signal)) ?? [];
    // The app computes those of its storage alone.
    return all
      .filter(({ ownerId }) => ownerId !== undefined)
      .map(({ id, name }) => ({ value: id, label: name }));
  });
  const { value: isReleased } = useLoaded(report === '' ? null : report, async (id, signal) => {
    const of = { kind: 'report', id } as const;
    return (await savedReportsOf(host)?.subscriptions?.list(of, signal))?.released ?? false;
  });
  const submit = (nextReport: string, nextFigure: string) => {
    const named = nextFigure.trim();
    void form
      .submit({ report: nextReport, ...(named !== '' && { figure: named }) })
      .catch(console.warn);
  };
  const latest = useLatest(() => submit(report, figure));
  useEffect(() => form.onNext(latest), [form, latest]);
  const known = options?.find(({ value }) => value === report);
  return (
    <main className="tb-rule-form">
      <SelectField
        label="Report"
        required
        options={options ?? []}
        value={known ?? (report === '' ? null : { value: report, label: report })}
        loading={options === null && error === null}
        onChange={option => {
          if (!option) return;
          setReport(option.value);
          submit(option.value, figure);
        }}
        help="Shared reports. The rule gets totals of three or more issues, computed by the app."
      />
      {error !== null && (
        <p role="alert">
          The saved reports could not be loaded.{' '}
          <Button appearance="link" onClick={reload}>
            Try again
          </Button>
        </p>
      )}
      {options?.length === 0 && (
        <SectionMessage kind="information">
          No report is shared with you. Save a report in Tallyboard and share it.
        </SectionMessage>
      )}
      {isReleased === false && (
        <SectionMessage kind="warning">
          The rule fails until an administrator of Jira releases this report: in Tallyboard,
          Subscribe in the menu of the report.
        </SectionMessage>
      )}
      <InputField
        label="Figure"
        value={figure}
        onChange={({ target }) => {
          setFigure(target.value);
          if (report !== '') submit(report, target.value);
        }}
        help="Its key, for the output value, such as measure:resolved/figure. The output figures has all keys."
      />
    </main>
  );
}
