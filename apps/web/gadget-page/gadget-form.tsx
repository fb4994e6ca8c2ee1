import './gadget-form.css';
import { AS_OF_RULES } from '@tallyboard/core/time/as-of.ts';
import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import {
  type ChartHeightName,
  detached,
  REFRESH_MINUTES,
  type ReadSettings,
  type SavedSource,
  savedSource,
} from '@tallyboard/engine/gadgets/stored-settings.ts';
import {
  AdvancedFields,
  MainFields,
  SelectionFields,
  type SettingsFormProps,
} from '@tallyboard/report-kit/form/settings-form.tsx';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import type { Stored } from '@tallyboard/reports/catalogue/site-settings.ts';
import { loadFormRules } from '@tallyboard/reports/page-parts.ts';
import { useWidth } from '@tallyboard/ui/charts/use-size.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { classNames } from '@tallyboard/ui/controls/class-names.ts';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { showFlag } from '@tallyboard/ui/feedback/flags.tsx';
import { ErrorState, SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { useAskBeforeUnload } from '@tallyboard/ui/overlay/ask-before-unload.ts';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { FilterFields, QueryField } from '../filter/filter-fields.tsx';
import { queryUrl } from '../start/host-links.ts';
import { useSession } from '../start/session.ts';
import { useLoaded } from '../use-loaded.ts';
import { FormPreview } from './form-preview.tsx';
import { savedReportAddress } from './report-address.ts';
import { type GadgetDraft, useGadgetDraft } from './use-gadget-draft.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/** Minimum width in px for a form of 480 px beside a preview; else a button shows the preview below. */
const MIN_PREVIEW_WIDTH = 1000;

export interface GadgetFormProps {
  readonly gadget: Gadget;
  /** Null for a new gadget. */
  readonly read: ReadSettings | null;
  /** Someone else stored other settings since the form was opened. */
  readonly stale: boolean;
  readonly onSave: (stored: Stored) => Promise<void>;
  readonly onCancel: () => void;
}

export default function GadgetForm(props: GadgetFormProps) {
  const { gadget, stale, onSave, onCancel } = props;
  const [isDetached, setDetached] = useState(false);
  const read = useMemo(
    () => (isDetached && props.read ? detached(props.read) : props.read),
    [isDetached, props.read],
  );
  const draft = useGadgetDraft(gadget, read, onSave);
  const source = read && savedSource(read.stored);
  const [place, width] = useWidth<HTMLDivElement>();
  const wide = width >= MIN_PREVIEW_WIDTH;
  const [previews, setPreviews] = useState(false);
  return (
    <div ref={place} className={classNames('tb-gadget-form', wide && 'tb-gadget-form--wide')}>
      {draft ? (
        <Fields
          gadget={gadget}
          draft={draft}
          saved={source && <SavedSection source={source} onDetach={() => setDetached(true)} />}
          stale={stale}
          isDetached={isDetached}
          onCancel={onCancel}
          preview={wide || { open: previews, onToggle: () => setPreviews(!previews) }}
        />
      ) : (
        <div className="tb-frame__waiting" />
      )}
      {draft && (wide || previews) && <FormPreview gadget={gadget} draft={draft} />}
    </div>
  );
}

type FieldsProps = Pick<GadgetFormProps, 'gadget' | 'stale' | 'onCancel'> & {
  readonly draft: GadgetDraft;
  /** What the form shows in place of fields that a saved report decides. */
  readonly saved: ReactNode;
  readonly isDetached: boolean;
  /** True while it is beside the form. */
  readonly preview: true | { readonly open: boolean; readonly onToggle: () => void };
};

function Fields(props: FieldsProps) {
  const { gadget, draft, saved, stale, isDetached, preview, onCancel } = props;
  const place = useKeptFocus(draft.report.id);
  const form = useRef<HTMLFormElement>(null);
  return (
    <form
      ref={form}
      className="tb-gadget-form__fields"
      aria-label={`Settings of ${gadget.title}`}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        const fields = event.currentTarget;
        const focusInvalid = () =>
          fields.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
        void draft.save().then(() => requestAnimationFrame(focusInvalid));
      }}
    >
      {stale && (
        <SectionMessage kind="warning" title="Someone else changed these settings">
          Save overwrites them. Cancel shows them.
        </SectionMessage>
      )}
      {saved ? (
        <>
          {saved}
          {gadget.chart && <HeightField draft={draft} />}
          <RefreshField draft={draft} />
        </>
      ) : (
        <>
          <Section title="Configuration">
            <div ref={place}>
              <Settings draft={draft} form={form} Fields={MainFields} />
            </div>
            {gadget.chart && <HeightField draft={draft} />}
          </Section>
          <DataSelection gadget={gadget} draft={draft}>
            <Settings draft={draft} form={form} Fields={SelectionFields} />
          </DataSelection>
          <Settings draft={draft} form={form} Fields={AdvancedFields} />
        </>
      )}
      {draft.failure && <ErrorState title="Not saved">{draft.failure}</ErrorState>}
      <FormButtons draft={draft} isDetached={isDetached} preview={preview} onCancel={onCancel} />
    </form>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="tb-form-fields">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Settings({
  draft: { report, settings, site, change },
  form,
  Fields,
}: {
  readonly draft: GadgetDraft;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly Fields: ComponentType<SettingsFormProps<unknown>>;
}) {
  const { engine, host } = useSession();
  const boardSets = useCallback(
    async () => (await import('../board-sets/board-sets.ts')).loadFlatBoardSets(host),
    [host],
  );
  const boardColumns = useCallback((boardId: number) => engine.boardColumns({ boardId }), [engine]);
  const issueTypes = useCallback(
    async (text: string) =>
      (await engine.jqlValues({ field: 'issuetype', text })).map(({ label }) => label),
    [engine],
  );
  const { value: rules, error } = useLoaded(report.id, loadFormRules);
  useEffect(() => {
    // The dashboard gives the focus to the card or frame of a gadget whose form opens.
    const place = form.current?.closest('.tb-gadget-card__body') ?? document.body;
    const { activeElement } = document;
    // The page's content has it where the control that opened the form is gone.
    const isFree = activeElement === place || activeElement?.localName === 'main';
    if (rules && document.hasFocus() && isFree)
      form.current?.querySelector<HTMLElement>(':is(select, input, textarea)')?.focus();
  }, [rules, form]);
  if (error !== null) throw error;
  if (rules === null) return Fields === MainFields && <div className="tb-gadget-form__waiting" />;
  return (
    <Fields
      key={report.id}
      schema={report.settings}
      rules={rules}
      settings={settings}
      site={{ ...site, boardColumns, boardSets, issueTypes, statuses: () => engine.statuses({}) }}
      onChange={change}
    />
  );
}

const HEIGHT_OPTIONS: readonly { readonly value: ChartHeightName; readonly label: string }[] = [
  { value: 'automatic', label: 'Automatic' },
  { value: 'compact', label: 'Compact' },
  { value: 'medium', label: 'Medium' },
  { value: 'tall', label: 'Tall' },
];

const REFRESH_OPTIONS = REFRESH_MINUTES.map(minutes => {
  return { value: minutes, label: refreshLabel(minutes) };
});

function refreshLabel(minutes: number): string {
  if (minutes === 0) return 'On page load';
  if (minutes < 60) return `Every ${minutes} minutes`;
  return minutes === 60 ? 'Every hour' : `Every ${minutes / 60} hours`;
}

const QUERY_HELP = {
  filter: 'Leave empty for all issues with work logged on these dates.',
  board: 'Leave empty for all issues of the board.',
};

type DraftProps = Pick<FieldsProps, 'gadget' | 'draft'>;

function DataSelection(props: DraftProps & { readonly children: ReactNode }) {
  const { gadget, draft, children } = props;
  if (gadget.queryBy === 'none') return null;
  return (
    <Section title="Data Selection">
      {gadget.queryBy === 'preset' && <FilterFields presets={draft.presets} draft={draft.filter} />}
      {(gadget.queryBy === 'filter' || gadget.queryBy === 'board') && (
        <QueryField label="JQL filter" help={QUERY_HELP[gadget.queryBy]} draft={draft.filter} />
      )}
      {children}
      {gadget.queryBy !== 'report' && <QueryLink gadget={gadget} draft={draft} />}
      <AsOfField draft={draft} />
      <RefreshField draft={draft} />
    </Section>
  );
}

const NOW = { value: '', label: 'Now' };

function AsOfField({ draft: { asOf, setAsOf } }: Pick<FieldsProps, 'draft'>) {
  const { site } = useSession();
  const day = parseDay(asOf ?? '');
  const stored =
    day === null ? [] : [{ value: dayText(day), label: formatDay(day, site.settings.dateFormat) }];
  return (
    <ChoiceField
      label="As of"
      options={[NOW, ...AS_OF_RULES, ...stored]}
      value={asOf ?? ''}
      onChange={value => setAsOf(value || null)}
    />
  );
}

const HeightField = ({ draft }: Pick<FieldsProps, 'draft'>) => (
  <ChoiceField
    label="Chart height"
    options={HEIGHT_OPTIONS}
    value={draft.chartHeight}
    onChange={draft.setChartHeight}
  />
);

const RefreshField = ({ draft }: Pick<FieldsProps, 'draft'>) => (
  <ChoiceField
    label="Refresh"
    options={REFRESH_OPTIONS}
    value={draft.refreshMinutes}
    onChange={draft.setRefreshMinutes}
  />
);

/** The saved report that decides the settings and the query. */
function SavedSection(props: { readonly source: SavedSource; readonly onDetach: () => void }) {
  const { source, onDetach } = props;
  const { host } = useSession();
  return (
    <Section title={`From saved report: ${source.name}`}>
      <p>
        Settings and query are those of the saved report. When it is changed, this gadget changes.
      </p>
      <div className="tb-row">
        <Button onClick={onDetach}>Detach</Button>
        {host.dashboard && (
          <Button
            appearance="subtle"
            onClick={() => host.dashboard?.go(savedReportAddress(source.id))}
          >
            Open as report
          </Button>
        )}
      </div>
    </Section>
  );
}

function QueryLink({ gadget, draft }: DraftProps) {
  const { host } = useSession();
  const { editJql } = host;
  const jql = draft.filter.filter.jql.trim();
  const url = queryUrl(host.info, jql);
  return (
    <div className="tb-stack tb-gadget-form__query">
      {jql === '' && gadget.queryBy === 'preset' && (
        <SectionMessage kind="warning">
          The query is empty: all issues are used, and loading may be slow.
        </SectionMessage>
      )}
      {editJql ? (
        <Button
          appearance="link"
          onClick={async () => {
            const edited = await editJql(jql);
            if (typeof edited === 'string' && edited !== jql) draft.filter.type(edited);
          }}
        >
          Edit in JQL Editor
        </Button>
      ) : (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          onClick={event => {
            event.preventDefault();
            host.open(url);
          }}
        >
          Edit in JQL Editor
        </a>
      )}
    </div>
  );
}

function FormButtons({
  draft,
  isDetached,
  preview,
  onCancel,
}: Pick<FieldsProps, 'draft' | 'isDetached' | 'preview' | 'onCancel'>) {
  const { host } = useSession();
  const [asks, setAsks] = useState(false);
  const [titles, setTitles] = useState(false);
  const isChanged = () => isDetached || draft.isChanged();
  // Some dashboards load a gadget again once it is saved.
  useAskBeforeUnload(() => !draft.saving && isChanged());
  return (
    <div className="tb-row tb-gadget-form__buttons">
      <Button
        type="submit"
        appearance="primary"
        busy={draft.saving}
        // Not `disabled`: a click shows the problem.
        aria-disabled={draft.problem !== null || undefined}
      >
        Save
      </Button>
      {draft.advice && <span className="tb-quiet">{draft.advice}</span>}
      <Button appearance="subtle" onClick={() => (isChanged() ? setAsks(true) : onCancel())}>
        Cancel
      </Button>
      {preview !== true && (
        <Button appearance="subtle" aria-expanded={preview.open} onClick={preview.onToggle}>
          Preview
        </Button>
      )}
      {host.info.flavour !== 'cloud' && (
        <Button appearance="subtle" onClick={() => setTitles(true)}>
          Set Custom Title
        </Button>
      )}
      {asks && (
        <Modal
          title="Leave without saving?"
          confirm={{ label: 'Discard changes', onConfirm: onCancel, danger: true }}
          onClose={() => setAsks(false)}
        >
          Your changes will be lost.
        </Modal>
      )}
      {titles && <CustomTitle onClose={() => setTitles(false)} />}
    </div>
  );
}

function CustomTitle({ onClose }: { readonly onClose: () => void }) {
  const { host } = useSession();
  const [title, setTitle] = useState('');
  const [busy, setBusy] = useState(false);
  const text = title.trim();
  const set = async () => {
    if (text === '' || busy) return;
    setBusy(true);
    try {
      await host.setTitle(text);
      showFlag({ kind: 'success', title: 'Title changed', text });
      onClose();
    } catch (error) {
      console.warn(error);
      setBusy(false);
      showFlag({ kind: 'error', title: 'Title could not be changed', text: 'Try again.' });
    }
  };
  return (
    <Modal
      title="Set Custom Title"
      confirm={{ label: 'Set title', disabled: text === '' || busy, onConfirm: () => void set() }}
      onClose={onClose}
    >
      <TextField
        label="Please enter the title for the dashboard item"
        value={title}
        onChange={setTitle}
        onEnter={() => void set()}
      />
    </Modal>
  );
}
