from _multibytecodec import _getcodec

getcodec = _getcodec(__name__)
del _getcodec
