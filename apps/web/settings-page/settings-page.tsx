import './settings-page.css';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useEffect, useMemo, useState } from 'react';
import { canDisableStandard } from '../start/edition.ts';
import { pageClient } from '../start/page-client.ts';
import { useSession } from '../start/session.ts';
import { FieldsForm } from './fields-form.tsx';
import { GlobalForm } from './global-form.tsx';
import { SettingEditor } from './setting-form.tsx';
import { createSettingsStore, type SettingsStore } from './settings-store.ts';

/** The settings that all users share. Only admins see this page. */
export default function SettingsPage(props: { readonly fields: boolean }) {
  const { fields } = props;
  const { host, site, edition, now } = useSession();
  useEffect(() => {
    document.title = 'Settings - Tallyboard';
  }, []);
  const store = useMemo(() => {
    return createSettingsStore({ client: pageClient(host), editor: site.currentUser, now });
  }, [host, site.currentUser, now]);
  return (
    <div className="tb-settings">
      <h2>Global App Settings</h2>
      <SectionMessage kind="warning" title="These settings affect all users of the app">
        They are the defaults of every report. Changes made in a report are not saved here.
      </SectionMessage>
      <SettingEditor
        store={store}
        name="global-settings"
        noun="Settings"
        savedText="Reports will reload."
        Editor={GlobalForm}
      />
      {edition.standardFeatures && (
        <Disclosure level={3} title="Issues By Reports" defaultOpen={fields}>
          <SettingEditor
            store={store}
            name="enabled-fields"
            noun="Fields"
            savedText="The menu is updated."
            Editor={FieldsForm}
          />
        </Disclosure>
      )}
      {canDisableStandard(edition) && <EditionPane store={store} />}
    </div>
  );
}

type Step = 'idle' | 'asking' | 'done';

/** Ends the trial of Lite early. */
function EditionPane({ store }: { readonly store: SettingsStore }) {
  const [step, setStep] = useState<Step>('idle');
  const disable = async () => {
    setStep('idle');
    try {
      await store.disableStandard();
      setStep('done');
    } catch (error) {
      // By specification this error is not shown.
      console.warn(error);
    }
  };
  return (
    <section className="tb-stack tb-settings__edition" aria-label="Edition">
      <h3>Standard features</h3>
      <p>You are trying the reports and breakdowns of Standard.</p>
      {step === 'done' ? (
        <div role="status">
          <SectionMessage kind="success">
            Please reload the app for changes to take effect.
          </SectionMessage>
        </div>
      ) : (
        <Button onClick={() => setStep('asking')}>Disable Standard features</Button>
      )}
      {step === 'asking' && (
        <Modal
          title="Disable Standard features?"
          onClose={() => setStep('idle')}
          confirm={{ label: 'Disable', danger: true, onConfirm: () => void disable() }}
        >
          All users will see only the Overview, without breakdowns. The trial ends now and cannot be
          restarted.
        </Modal>
      )}
    </section>
  );
}
