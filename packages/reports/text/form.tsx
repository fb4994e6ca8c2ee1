import type { FormPartProps, FormRules } from '@tallyboard/report-kit/form/form-rules.ts';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { useMemo } from 'react';
import './text.css';
import { sanitizeHtml } from './sanitize.ts';
import type { TextSettings } from './settings.ts';

/** The HTML field, and what the sanitizer removes. */
function HtmlPart({ setting, settings, set }: FormPartProps<TextSettings>) {
  const { removed } = useMemo(() => sanitizeHtml(settings.html), [settings.html]);
  return (
    <div>
      <TextField
        label={setting.label}
        help={setting.help}
        rows={10}
        value={settings.html}
        onChange={html => set({ html })}
      />
      <div role="status" className="tb-field__help">
        {removed.length > 0 && (
          <>
            Removed for security:
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
    </div>
  );
}

export default { html: { Part: HtmlPart } } satisfies FormRules<TextSettings>;
