// The address of a tracking link ends with its token behind '#', which a link to the page itself would drop.
document.querySelector('a').addEventListener('click', (event) => {
  event.preventDefault()
  location.reload()
})
