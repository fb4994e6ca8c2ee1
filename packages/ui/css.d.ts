declare module '*.css';
declare module 'virtual:tallyboard-theme.css';
