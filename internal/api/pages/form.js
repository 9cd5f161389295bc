// Sends a form to the API as JSON and shows what it says. The token of the
// mailed link is in the address: the last part of the path, or its query.
const form = document.querySelector('form');
const said = form.querySelector('output');
const token = () => ({ token: new URLSearchParams(location.search).get('token') });
const kinds = {
  invitation: () => ({ path: `/api/invitations/${encodeURIComponent(location.pathname.split('/').pop())}/accept`, more: {}, done: 'You are a member now. You can log in.' }),
  reset: () => ({ path: '/api/password/reset', more: token(), done: 'The password is changed. You can log in with it.' }),
  confirm: () => ({ path: '/api/email/confirm', more: token(), done: 'The address is confirmed.' }),
  'take-back': () => ({ path: '/api/email/take-back', more: token(), done: 'The change is taken back. A mail with a link to a new password is on its way.' }),
};
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { path, more, done } = kinds[form.dataset.send]();
  const body = { ...Object.fromEntries(new FormData(form)), ...more };
  const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  if (answer.ok) {
    form.replaceChildren(done);
    return;
  }
  const { message } = await answer.json();
  said.textContent = answer.status === 404 ? 'This link is not valid any more. Please ask for a new one.' : message;
});
