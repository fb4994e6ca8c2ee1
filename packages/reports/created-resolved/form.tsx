export { PeriodForm as default } from '@tallyboard/report-kit/families/by-date/period-form.tsx';
