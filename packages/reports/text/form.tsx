import type { FormProps } from '@tallyboard/report-kit/contract.ts';
import { FormFields } from '@tallyboard/report-kit/settings/form-fields.tsx';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { useMemo } from 'react';
import './text.css';
import { sanitizeHtml } from './sanitize.ts';
import type { TextSettings } from './settings.ts';

/** The HTML, and what of it will not be shown. */
export default function TextForm({ settings, onChange }: FormProps<TextSettings>) {
  const { removed } = useMemo(() => sanitizeHtml(settings.html), [settings.html]);
  return (
    <FormFields>
      <TextField
        label="HTML Content"
        help="Shown as entered, without scripts, forms, frames and styles that would leave the gadget."
        rows={10}
        value={settings.html}
        onChange={html => onChange({ html })}
      />
      <div role="status" className="tb-field__help">
        {removed.length > 0 && (
          <>
            Not shown, to keep readers safe:
            <ul className="tb-text-form__removed">
              {removed.map(each => (
                <li key={each}>
                  <code>{each}</code>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </FormFields>
  );
}
